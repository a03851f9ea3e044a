package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory for new files: one per day, or a further one when it is full. Thread safe. */
final class CurrentDirectory {
  /** Maximum files per directory. */
  static final int MAX_FILES = 10_000;

  private final Path root;
  private final Clock clock;
  private final Runnable forceRoot;
  private @Nullable LocalDate day;
  private @Nullable Path directory;
  private int number;
  private int files;

  /**
   * Scans the directories under a root.
   *
   * @param forceRoot makes the entries of the root durable
   */
  CurrentDirectory(Path root, Clock clock, Runnable forceRoot) {
    this.root = root;
    this.clock = clock;
    this.forceRoot = forceRoot;
  }

  /** The directory for the next file; counts it. */
  synchronized Path next() throws IOException {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    Path place = directory;
    if (place == null || !today.equals(day)) {
      number = lastNumber(today).orElse(0);
      place = make(today);
    }
    if (files >= MAX_FILES) {
      number++;
      place = make(today);
    }
    files++;
    return place;
  }

  /**
   * Creates the directory if missing. Syncs its entry even if it exists, because a killed process
   * may have created but not synced it.
   */
  private Path make(LocalDate today) throws IOException {
    Path made = root.resolve("%s.%04d".formatted(today, number));
    OwnerOnly.createDirectories(made);
    forceRoot.run();
    files = count(made);
    directory = made;
    day = today;
    return made;
  }

  private Optional<Integer> lastNumber(LocalDate today) throws IOException {
    String prefix = today + ".";
    try (Stream<Path> directories = Files.list(root)) {
      return directories
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .map(name -> Integer.valueOf(name.substring(prefix.length())))
          .max(Integer::compare);
    }
  }

  private static int count(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return Math.toIntExact(files.count());
    }
  }
}
