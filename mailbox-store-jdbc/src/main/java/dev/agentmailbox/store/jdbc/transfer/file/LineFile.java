package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a file of lines under a temporary name until complete, and computes their checksum. */
public final class LineFile implements AutoCloseable {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final Path file;
  private final FileChannel channel;
  private final OutputStream out;
  private final LineSum sum = new LineSum();
  private long bytes;

  /**
   * Opens it to resume.
   *
   * @param bytes valid length of the existing file; the rest is truncated
   */
  public LineFile(Path file, long bytes) throws IOException {
    this.file = file;
    this.bytes = bytes;
    Path part = ExportDirectory.part(file);
    if (bytes == 0) {
      Files.deleteIfExists(part);
      this.channel = OwnerOnly.create(part);
    } else {
      this.channel = FileChannel.open(part, StandardOpenOption.WRITE);
      channel.truncate(bytes);
      channel.position(bytes);
      Lines.sum(part, sum);
    }
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
  }

  public void write(byte[] line) throws IOException {
    out.write(line);
    out.write('\n');
    sum.add(line);
    bytes += line.length + 1L;
  }

  /** Syncs the file; returns its length in bytes. */
  public long sync() throws IOException {
    out.flush();
    channel.force(false);
    return bytes;
  }

  public LineSum sum() {
    return sum;
  }

  public void complete() throws IOException {
    out.close();
    ExportDirectory.complete(ExportDirectory.part(file), file);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
