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
 * Removes files orphaned by a crash. Only files written since the previous sweep can be orphaned,
 * so only those are visited. The start of the previous sweep is the time of a marker file, which
 * comes from the same file system as the times compared with it.
 */
final class Sweep {
  /** Overlap of a sweep with the previous one. */
  static final Duration MAX_GRACE = Duration.ofHours(1);

  private static final String MARKER = ".swept";

  /**
   * Overlap with the previous sweep: file times are coarse, and files younger than the grace period
   * were skipped.
   */
  private static final Duration MARGIN = MAX_GRACE.plus(Duration.ofHours(1));

  private final Path root;
  private final Duration grace;

  Sweep(Path root, Duration grace) {
    this.root = root;
    this.grace = grace;
  }

  int run(Predicate<String> isNamed) throws IOException {
    Path marker = root.resolve(MARKER);
    Path nextMarker = root.resolve(MARKER + ContentPath.UNFINISHED);
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

  /** The time range of files visited. */
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
    // Before 0.1, files being written had such names.
    if (name.endsWith(ContentPath.UNFINISHED)) {
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
