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
 * The files of a data directory beside the database and the raw messages: the master key, the keys
 * that sign mail, and whatever else lies there. The data is not whole without them.
 */
public final class DataFiles {
  /** Longer ones are not the service's. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final int MAX_DEPTH = 2;

  /** Of the database, its journal and its raw messages, and of a backup. */
  private static final Set<String> OWN =
      Set.of("content", "journal", DirectoryBackup.MARKER, DirectoryBackup.CONTENTS);

  private static final String DATABASE = "mailbox.";

  private DataFiles() {}

  /** Their paths by their names below the directory; empty when there is none. */
  public static Map<String, Path> of(Path dataDirectory, Progress progress) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    if (!Files.isDirectory(dataDirectory)) {
      return files;
    }
    try (Stream<Path> all = Files.walk(dataDirectory, MAX_DEPTH)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path name = dataDirectory.relativize(file);
        if (isBesideTheData(name)) {
          if (Files.size(file) > MAX_BYTES) {
            progress.say("left out, too long: " + file);
          } else {
            files.put(name.toString(), file);
          }
        }
      }
    }
    return files;
  }

  /** Whether an export may name a file so: it gets a place of its own below the directory. */
  static boolean canBe(String name) {
    try {
      Path path = Path.of(name);
      return !name.isEmpty()
          && !path.isAbsolute()
          && path.normalize().equals(path)
          && !path.startsWith("..")
          && path.getNameCount() <= MAX_DEPTH
          && isBesideTheData(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isBesideTheData(Path name) {
    String first = name.getName(0).toString();
    return !OWN.contains(first) && !first.startsWith(DATABASE);
  }
}
