package dev.agentmailbox.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of one message as they came over the wire (RFC 5322, CRLF lines), never changed. Can be
 * read any number of times. Large messages stay in a file, so that many of them fit a small heap.
 *
 * <p>Thread safe.
 */
public sealed interface RawMessage {
  /** Bytes in all. */
  long size();

  /** Reads from the start; the caller closes. */
  InputStream open() throws IOException;

  static RawMessage of(byte[] bytes) {
    return new InMemory(bytes);
  }

  static RawMessage in(Path file) throws IOException {
    return new InFile(file, Files.size(file));
  }

  /** A message that is somewhere else and is read from there each time. */
  static RawMessage of(long size, Source source) {
    return new Elsewhere(size, source);
  }

  /**
   * The same message with more header lines in front of it.
   *
   * @param lines whole lines, each ending with CR LF; not changed afterwards
   */
  default RawMessage withHeader(byte[] lines) {
    return new WithHeader(lines, this);
  }

  /** A message held in memory; the array must not be changed afterwards. */
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

  /** A message in a file that does not change while it is read. */
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

  /** Where the bytes of a message come from. Thread safe. */
  @FunctionalInterface
  interface Source {
    /** Reads from the start; the caller closes. */
    InputStream open() throws IOException;
  }

  /** A message that does not change where it is. */
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

  /** A message with header lines in front that its stored bytes do not have. */
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
