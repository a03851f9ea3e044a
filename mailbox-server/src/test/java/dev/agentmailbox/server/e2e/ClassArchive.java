package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The archive of loaded classes with which the launcher shortens starts, made once for each build
 * of the jar: without it the servers of the tests take twice as long to start. Thread safe.
 */
final class ClassArchive {
  private static final Path FILE = Path.of("target", "test-classes.jsa").toAbsolutePath();

  private ClassArchive() {}

  /** The option of the virtual machine that uses it. */
  static synchronized String option() {
    try {
      Path jar = ServerProcess.jar();
      if (!Files.exists(FILE)
          || Files.getLastModifiedTime(FILE).compareTo(Files.getLastModifiedTime(jar)) < 0) {
        make();
      }
      return "-XX:SharedArchiveFile=" + FILE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An archive that is cut short crashes Java, so it gets its name when it is whole. */
  private static void make() throws IOException {
    Path made = FILE.resolveSibling("made.jsa");
    try (ServerProcess server =
        new ServerProcess(Files.createTempDirectory(FILE.getParent(), "archive"))) {
      server.startWith("-XX:ArchiveClassesAtExit=" + made).stop();
    }
    Files.move(made, FILE, StandardCopyOption.REPLACE_EXISTING);
  }
}
