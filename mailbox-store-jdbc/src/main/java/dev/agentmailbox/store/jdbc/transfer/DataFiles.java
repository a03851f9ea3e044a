package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The other files of a data directory besides database and raw messages: the master key, DKIM keys,
 * and anything else. The data is incomplete without them.
 */
public final class DataFiles {
  static final String MARKER = "backup.json";
  static final String CONTENTS = "content.ndjson";

  /** Longer files do not belong to the service. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final int MAX_DEPTH = 2;

  /** Names of database, journal, raw messages and backup files, which are excluded. */
  private static final Set<String> OWN = Set.of("content", "journal", MARKER, CONTENTS);

  private static final String DATABASE = "mailbox.";

  private DataFiles() {}

  /** Their paths by relative name; empty when there are none. */
  public static Map<String, Path> of(Path dataDirectory, Progress progress) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    if (!Files.isDirectory(dataDirectory)) {
      return files;
    }
    try (Stream<Path> all = Files.walk(dataDirectory, MAX_DEPTH)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path name = dataDirectory.relativize(file);
        if (isUnrelated(name)) {
          if (Files.size(file) > MAX_BYTES) {
            progress.say("left out, too large: " + file);
          } else {
            files.put(name.toString(), file);
          }
        }
      }
    }
    return files;
  }

  /** Whether a name in an export is safe: a path within the directory. */
  static boolean canBe(String name) {
    try {
      Path path = Path.of(name);
      return !name.isEmpty()
          && !path.isAbsolute()
          && path.normalize().equals(path)
          && !path.startsWith("..")
          && path.getNameCount() <= MAX_DEPTH
          && isUnrelated(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isUnrelated(Path name) {
    String first = name.getName(0).toString();
    return !OWN.contains(first) && !first.startsWith(DATABASE);
  }
}
