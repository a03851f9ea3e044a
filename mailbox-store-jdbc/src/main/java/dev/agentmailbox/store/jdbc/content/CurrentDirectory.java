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

/**
 * The directory that new files go to: one for each day, and another when it is full. Thread safe.
 */
final class CurrentDirectory {
  private final Path root;
  private final Clock clock;
  private @Nullable LocalDate day;
  private @Nullable Path directory;
  private int number;
  private int files;

  CurrentDirectory(Path root, Clock clock) {
    this.root = root;
    this.clock = clock;
  }

  /** Where the next file goes; counts it. */
  synchronized Path next() throws IOException {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    Path place = directory;
    if (place == null || !today.equals(day)) {
      day = today;
      number = lastNumber(today).orElse(0);
      place = make(today);
      files = count(place);
    }
    if (files >= DirectoryContent.MAX_FILES) {
      number++;
      place = make(today);
      files = count(place);
    }
    files++;
    return place;
  }

  private Path make(LocalDate today) throws IOException {
    Path made = root.resolve("%s.%04d".formatted(today, number));
    if (!Files.isDirectory(made)) {
      OwnerOnly.createDirectories(made);
      DirectoryContent.sync(root);
    }
    directory = made;
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
