package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.store.jdbc.content.DirectorySync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on directory trees, without following links. */
public final class Trees {
  private Trees() {}

  /** Deletes a directory tree if it exists. One thread at a time. */
  public static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walk = Files.walk(directory)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }

  /** Syncs the directory entries of the whole tree. */
  public static void sync(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path one : all.filter(Files::isDirectory).toList()) {
        DirectorySync.sync(one);
      }
    }
  }
}
