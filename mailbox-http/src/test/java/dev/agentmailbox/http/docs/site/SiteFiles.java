package dev.agentmailbox.http.docs.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of the documentation in the repository, and their addresses in the site. */
final class SiteFiles {
  /** The page that the site begins with. */
  static final String INDEX = "docs/README.md";

  private static final String DOCS = "docs/";
  private static final String MARKDOWN = ".md";
  private static final Pattern PAGE =
      Pattern.compile("(?:[^/]+|docs/.+|mailbox-[^/]+/README|examples/(?:[^/]+/)?README)\\.md");
  private static final Pattern PICTURE_OR_FILE =
      Pattern.compile("docs/[a-z0-9-]+/[a-z0-9-]+\\.(?:png|json|yml)");

  /**
   * The pages of the repository's root, and the one whose address would be that of the endpoint
   * {@code /mcp} on a server that has the site at its root.
   */
  private static final Map<String, String> NAMED =
      Map.of(
          "AGENTS.md", "agents",
          "CHANGELOG.md", "changelog",
          "CONTRIBUTING.md", "contributing",
          "docs/mcp.md", "mcp-tools",
          "README.md", "readme",
          "SECURITY.md", "security-policy",
          "UPGRADING.md", "upgrading");

  private final Path repository;

  SiteFiles(Path repository) {
    this.repository = repository;
  }

  /** The paths of all pages. */
  List<String> pages() throws IOException {
    return find(PAGE);
  }

  /** The paths of pictures and other files that pages lead to. */
  List<String> picturesAndFiles() throws IOException {
    return find(PICTURE_OR_FILE);
  }

  private List<String> find(Pattern path) throws IOException {
    try (Stream<Path> top = Files.list(repository);
        Stream<Path> docs = Files.walk(repository.resolve(DOCS));
        Stream<Path> examples = Files.list(repository.resolve("examples"))) {
      return Stream.of(top, docs, examples)
          .flatMap(found -> found)
          .flatMap(file -> Stream.of(file, file.resolve("README.md")))
          .map(file -> repository.relativize(file).toString().replace('\\', '/'))
          .filter(file -> path.matcher(file).matches() && exists(file))
          .distinct()
          .sorted()
          .toList();
    }
  }

  String read(String path) throws IOException {
    return Files.readString(repository.resolve(path));
  }

  /**
   * The address of what a link leads to, as a word that the server replaces and what follows it.
   *
   * @param path in the repository, of a file or a directory
   * @return empty when the site does not have it
   */
  Optional<String> link(String path) {
    return address(path).map(address -> address.isEmpty() ? "@INDEX@" : "@ROOT@/" + address);
  }

  /** The same below the root of the site; empty for the index. */
  Optional<String> address(String path) {
    if (PICTURE_OR_FILE.matcher(path).matches()) {
      return Optional.of(path.substring(DOCS.length())).filter(address -> exists(path));
    }
    String page = path.endsWith(MARKDOWN) ? path : path.replaceFirst("/?$", "/README.md");
    if (!PAGE.matcher(page).matches() || !exists(page)) {
      return Optional.empty();
    }
    String inDocs = page.startsWith(DOCS) ? page.substring(DOCS.length()) : page;
    String address = inDocs.replaceFirst("(?:(?:^|/)README)?\\.md$", "");
    return Optional.of(NAMED.getOrDefault(page, address));
  }

  /** The address of the same page as Markdown, below the root of the site. */
  String markdown(String page) {
    return address(page).filter(address -> !address.isEmpty()).orElse("index") + MARKDOWN;
  }

  private boolean exists(String path) {
    return Files.isRegularFile(repository.resolve(path));
  }
}
