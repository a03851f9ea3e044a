package dev.agentmailbox.store.h2.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The segments of a directory, oldest first. */
record JournalFiles(List<Path> paths) {
  private static final Pattern NAME = Pattern.compile("\\d{12}\\.journal");

  static JournalFiles of(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return new JournalFiles(
          all.filter(path -> NAME.matcher(path.getFileName().toString()).matches())
              .sorted()
              .toList());
    }
  }

  static Path path(Path directory, long number) {
    return directory.resolve("%012d.journal".formatted(number));
  }

  /** The number of the newest segment; zero when there is none. */
  long lastNumber() {
    if (paths.isEmpty()) {
      return 0;
    }
    return number(paths.get(paths.size() - 1));
  }

  static long number(Path segment) {
    String name = segment.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  static ByteBuffer read(Path path) throws IOException {
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      return ByteBuffer.wrap(Files.readAllBytes(path));
    }
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
    }
  }

  /** Durably truncates a segment. */
  static void cut(Path path, long length) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(length);
      file.force(true);
    }
  }
}
