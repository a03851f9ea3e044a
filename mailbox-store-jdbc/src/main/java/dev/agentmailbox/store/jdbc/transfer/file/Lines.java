package dev.agentmailbox.store.jdbc.transfer.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file; an unterminated last line is ignored. */
public final class Lines implements AutoCloseable {
  private static final int BUFFER_BYTES = 256 * 1024;

  /** Maximum line length; much longer than any row. */
  private static final int MAX_LINE_BYTES = 256 * 1024 * 1024;

  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int at;
  private int end;

  public Lines(Path file) throws IOException {
    this.file = file;
    this.in = Files.newInputStream(file);
  }

  /** The next line without its line feed; null at the end. */
  public byte @Nullable [] next() throws IOException {
    line.reset();
    while (at < end || fill()) {
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      if (line.size() > MAX_LINE_BYTES) {
        throw new IOException("a line of " + file + " is too long");
      }
      line.write(buffer, from, at - from);
      if (at < end) {
        at++;
        return line.toByteArray();
      }
    }
    return null;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  /** Computes the checksum of all lines of a file. */
  public static void sum(Path file, LineSum sum) throws IOException {
    try (Lines lines = new Lines(file)) {
      byte[] line = lines.next();
      while (line != null) {
        sum.add(line);
        line = lines.next();
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
