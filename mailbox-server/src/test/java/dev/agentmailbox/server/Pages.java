package dev.agentmailbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pages of the documentation, as files of the checkout. */
final class Pages {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path DOCS = ROOT.resolve("docs");

  private Pages() {}

  /** Every page that a reader can come to: the root's, the modules' and those of {@code docs}. */
  static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> !file.toString().contains("/node_modules/"))
          .filter(file -> !ROOT.relativize(file).toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How a page is named in a failure. */
  static String name(Path page) {
    return ROOT.relativize(page).toString();
  }
}
