package dev.agentmailbox.http.docs.site;

import dev.agentmailbox.http.table.StaticFile;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of the documentation, under the paths that they have in the repository, and their
 * addresses in the site. Stateless.
 */
final class SiteFiles {
  /** The page that the site begins with. */
  static final String INDEX = "docs/README.md";

  /** What the name of a page of the site has: no dots, so it leads nowhere else. */
  private static final Pattern PAGE = Pattern.compile("[a-z0-9-]+(?:/[a-z0-9-]+)?");

  private static final Pattern PICTURE_OR_FILE =
      Pattern.compile("[a-z0-9-]+/[a-z0-9-]+\\.(png|json|yml)");
  private static final Map<String, String> TYPES =
      Map.of("png", "image/png", "json", "application/json", "yml", "text/plain; charset=utf-8");

  private static final String PAGES = "pages/";
  private static final String DOCS = "docs/";
  private static final String MARKDOWN = ".md";

  /**
   * The pages of the repository's root, and the one whose address would be that of the endpoint
   * {@code /mcp} on a server that has the site at its root.
   */
  private static final Map<String, String> NAMED =
      Map.of(
          "changelog", "CHANGELOG.md",
          "contributing", "CONTRIBUTING.md",
          "mcp-tools", "docs/mcp.md",
          "readme", "README.md",
          "security-policy", "SECURITY.md",
          "upgrading", "UPGRADING.md");

  private static final Map<String, String> NAMES =
      NAMED.entrySet().stream()
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

  private SiteFiles() {}

  /**
   * The Markdown at an address.
   *
   * @param address below the site's, without slashes around it; empty for the index
   * @return its path in the repository; empty when there is no such page
   */
  static Optional<String> page(String address) {
    if (address.isEmpty()) {
      return Optional.of(INDEX);
    }
    if (!PAGE.matcher(address).matches()) {
      return Optional.empty();
    }
    String named = NAMED.get(address);
    return Stream.of(
            named == null ? DOCS + address + MARKDOWN : named,
            DOCS + address + "/README.md",
            address + "/README.md")
        .filter(file -> exists(file) && addressOf(file).equals(address))
        .findFirst();
  }

  /** The media type of a picture or another file that pages lead to; empty for anything else. */
  static Optional<String> type(String address) {
    var name = PICTURE_OR_FILE.matcher(address);
    return name.matches() && exists(DOCS + address)
        ? Optional.ofNullable(TYPES.get(name.group(1)))
        : Optional.empty();
  }

  /** The bytes of a picture or another file. */
  static byte[] file(String address) {
    return read(DOCS + address);
  }

  /**
   * The address of what a link leads to.
   *
   * @param path in the repository, of a file or a directory
   * @return empty when the site does not have it
   */
  static Optional<String> address(String path) {
    if (path.endsWith(MARKDOWN)) {
      return exists(path) ? Optional.of(addressOf(path)) : Optional.empty();
    }
    if (path.startsWith(DOCS) && type(path.substring(DOCS.length())).isPresent()) {
      return Optional.of(path.substring(DOCS.length()));
    }
    String index = (path.endsWith("/") ? path : path + '/') + "README.md";
    return exists(index) ? Optional.of(addressOf(index)) : Optional.empty();
  }

  static byte[] read(String path) {
    return StaticFile.read(SiteFiles.class, PAGES + path);
  }

  private static String addressOf(String page) {
    String named = NAMES.get(page);
    if (named != null) {
      return named;
    }
    String inDocs = page.startsWith(DOCS) ? page.substring(DOCS.length()) : page;
    return inDocs.replaceFirst("(?:(?:^|/)README)?\\.md$", "");
  }

  private static boolean exists(String path) {
    return SiteFiles.class.getResource(PAGES + path) != null;
  }
}
