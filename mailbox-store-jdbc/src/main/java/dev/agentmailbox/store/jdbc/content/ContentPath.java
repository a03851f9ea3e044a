package dev.agentmailbox.store.jdbc.content;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maps content keys to paths: keys of directories by their day; keys of databases, which come with
 * imports, into one of many directories by the end of the key.
 */
public final class ContentPath {
  static final String SUFFIX = ".eml";
  static final String UNFINISHED = ".tmp";

  /** Keys of a directory, and of a database, see {@link DatabaseContent}. */
  static final Pattern KEY = Pattern.compile("(\\d{4}-\\d{2}-\\d{2}\\.\\d{4}/)?[0-9a-z]{1,64}");

  private static final Pattern NAME = Pattern.compile("([0-9a-z]{1,64})\\.eml");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\.\\d{4}");
  private static final String IMPORTED = "imported.";

  /** Characters of the suffix: 36 by 36 directories. */
  private static final int SPREAD = 2;

  private ContentPath() {}

  /** Empty for an invalid key. */
  static Optional<Path> of(Path root, String contentKey) {
    Matcher matcher = KEY.matcher(contentKey);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String name = contentKey + SUFFIX;
    if (matcher.group(1) != null) {
      return Optional.of(root.resolve(name));
    }
    String end = contentKey.substring(Math.max(0, contentKey.length() - SPREAD));
    return Optional.of(root.resolve(IMPORTED + end).resolve(name));
  }

  /** The key of a file; empty for files that hold no content. */
  public static Optional<String> key(Path file) {
    Path parent = file.getParent();
    Matcher name = NAME.matcher(file.getFileName().toString());
    if (parent == null || !name.matches()) {
      return Optional.empty();
    }
    String directory = parent.getFileName().toString();
    if (directory.startsWith(IMPORTED)) {
      return Optional.of(name.group(1));
    }
    return DAY.matcher(directory).matches()
        ? Optional.of(directory + "/" + name.group(1))
        : Optional.empty();
  }
}
