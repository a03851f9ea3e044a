package dev.agentmailbox.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The immutable bytes of one message in wire format (RFC 5322, CRLF line endings). Can be read
 * repeatedly. Large messages are backed by a file to limit heap use.
 *
 * <p>Thread safe.
 */
public sealed interface RawMessage {
  /** Size in bytes. */
  long size();

  /** Opens a stream from the start, which the caller closes. */
  InputStream open() throws IOException;

  static RawMessage of(byte[] bytes) {
    return new InMemory(bytes);
  }

  static RawMessage in(Path file) throws IOException {
    return new InFile(file, Files.size(file));
  }

  /** A message backed by a source that is read each time. */
  static RawMessage of(long size, Source source) {
    return new Elsewhere(size, source);
  }

  /**
   * Prepends header lines.
   *
   * @param lines complete lines, each ending with CRLF; must not be modified afterwards
   */
  default RawMessage withHeader(byte[] lines) {
    return new WithHeader(lines, this);
  }

  /** A message in memory; the array must not be modified afterwards. */
  @SuppressWarnings("ArrayRecordComponent")
  record InMemory(byte[] bytes) implements RawMessage {
    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public String toString() {
      return "RawMessage[" + bytes.length + " bytes]";
    }
  }

  /** A message in a file that must not change. */
  record InFile(Path file, long size) implements RawMessage {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file);
    }

    @Override
    public String toString() {
      return "RawMessage[" + size + " bytes]";
    }
  }

  /** Opens the bytes of a message. Thread safe. */
  @FunctionalInterface
  interface Source {
    /** Opens a stream from the start, which the caller closes. */
    InputStream open() throws IOException;
  }

  /** A message in external storage. */
  record Elsewhere(long size, Source source) implements RawMessage {
    @Override
    public InputStream open() throws IOException {
      return source.open();
    }

    @Override
    public String toString() {
      return "RawMessage[" + size + " bytes]";
    }
  }

  /** A message with prepended header lines. */
  @SuppressWarnings("ArrayRecordComponent")
  record WithHeader(byte[] lines, RawMessage rest) implements RawMessage {
    @Override
    public long size() {
      return lines.length + rest.size();
    }

    @Override
    public InputStream open() throws IOException {
      return new SequenceInputStream(new ByteArrayInputStream(lines), rest.open());
    }

    @Override
    public String toString() {
      return "RawMessage[" + size() + " bytes]";
    }
  }
}
