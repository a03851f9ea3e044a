package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Removes what a crash left behind. Only what was written since the previous sweep can be left
 * over, so only that is looked at: the previous sweep's start is the time of a marker file, taken
 * from the same file system as the times it is compared with.
 */
final class Sweep {
  private static final String MARKER = ".swept";

  /** Clocks of file systems are coarse, and what is younger than the grace is left for later. */
  private static final Duration MARGIN = DirectoryContent.MAX_GRACE.plus(Duration.ofHours(1));

  private final Path root;
  private final Duration grace;

  Sweep(Path root, Duration grace) {
    this.root = root;
    this.grace = grace;
  }

  int run(Predicate<String> isNamed) throws IOException {
    Path marker = root.resolve(MARKER);
    Path nextMarker = root.resolve(MARKER + DirectoryContent.UNFINISHED);
    Files.deleteIfExists(nextMarker);
    Files.createFile(nextMarker, OwnerOnly.fileMode());
    Instant since =
        Files.exists(marker)
            ? Files.getLastModifiedTime(marker).toInstant().minus(MARGIN)
            : Instant.MIN;
    Instant until =
        grace.isZero()
            ? Instant.MAX
            : Files.getLastModifiedTime(nextMarker).toInstant().minus(grace);
    int removed = 0;
    for (Path directory : list(root)) {
      if (Files.isDirectory(directory) && changedSince(directory, since)) {
        removed += sweep(directory, new Window(since, until), isNamed);
      }
    }
    Files.move(
        nextMarker,
        marker,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return removed;
  }

  /** When files that are looked at were written. */
  private record Window(Instant since, Instant until) {
    boolean contains(Path file) throws IOException {
      return changedSince(file, since)
          && (until.equals(Instant.MAX)
              || Files.getLastModifiedTime(file).toInstant().isBefore(until));
    }
  }

  private static int sweep(Path directory, Window window, Predicate<String> isNamed)
      throws IOException {
    int removed = 0;
    for (Path file : list(directory)) {
      if (window.contains(file) && isLeftOver(file, isNamed)) {
        Files.deleteIfExists(file);
        removed++;
      }
    }
    return removed;
  }

  private static boolean isLeftOver(Path file, Predicate<String> isNamed) {
    String name = file.getFileName().toString();
    // Before 0.1, a file that was being written had such a name.
    if (name.endsWith(DirectoryContent.UNFINISHED)) {
      return true;
    }
    return ContentPath.key(file).filter(key -> !isNamed.test(key)).isPresent();
  }

  private static boolean changedSince(Path path, Instant since) throws IOException {
    FileTime changed = Files.getLastModifiedTime(path);
    return since.equals(Instant.MIN) || !changed.toInstant().isBefore(since);
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }
}
