package dev.agentmailbox.store.h2.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The segment to which records are appended. One thread appends at a time; any thread may sync. */
final class Segment {
  private final Path path;
  private final long number;
  private final SegmentFile file;
  private final ChangeWriter writer = new ChangeWriter();
  private final Object syncing = new Object();
  private boolean closed;
  private @Nullable IOException failure;
  private long length;

  /** The newest position in this and all earlier segments; read by the syncing thread. */
  private volatile long last;

  private Segment(Path path, long number, SegmentFile file) {
    this.path = path;
    this.number = number;
    this.file = file;
  }

  /**
   * Creates the file with space for a header, durably with its directory entry, so that {@link
   * #begin} needs no further space.
   */
  static Segment create(Path directory, long number) throws IOException {
    Path path = JournalFiles.path(directory, number);
    SegmentFile file = SegmentFile.create(path);
    boolean done = false;
    try {
      file.write(0, new byte[SegmentHeader.BYTES], SegmentHeader.BYTES);
      file.sync();
      syncDirectory(path);
      done = true;
      return new Segment(path, number, file);
    } finally {
      if (!done) {
        file.close();
        Files.deleteIfExists(path);
      }
    }
  }

  static void syncDirectory(Path entry) throws IOException {
    try (FileChannel directory =
        FileChannel.open(entry.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** Writes the header with the position before the first record. */
  void begin(long history, long after) throws IOException {
    file.write(0, SegmentHeader.bytes(history, after), SegmentHeader.BYTES);
    length = SegmentHeader.BYTES;
    last = after;
  }

  /**
   * Appends a record, not durable yet. A failure leaves the file unchanged.
   *
   * @throws Unrepaired the file was left with part of a record
   */
  void append(long position, long durable, List<Change> changes) throws IOException {
    boolean done = false;
    try {
      writer.begin(RecordFormat.HEADER_BYTES);
      writer.write(changes);
      RecordFormat.seal(writer.record(), position, durable);
      int written = writer.writeTo(file, length);
      writer.keep();
      length += written;
      last = position;
      done = true;
    } finally {
      if (!done) {
        writer.forget();
        cutBack();
      }
    }
  }

  private void cutBack() throws Unrepaired {
    try {
      file.cut(length);
    } catch (IOException e) {
      throw new Unrepaired(e);
    }
  }

  /** Part of a record was written and cannot be removed. */
  static final class Unrepaired extends IOException {
    private static final long serialVersionUID = 1L;

    Unrepaired(IOException cause) {
      super("the journal ends with part of a record", cause);
    }
  }

  Path path() {
    return path;
  }

  long number() {
    return number;
  }

  long last() {
    return last;
  }

  long length() {
    return length;
  }

  /**
   * Makes all records appended before the call durable; a closed segment already is. No sync
   * succeeds after one that failed, in whatever thread: the system may have dropped the records.
   */
  void sync() throws IOException {
    synchronized (syncing) {
      if (failure != null) {
        throw new IOException("an earlier sync of " + path + " failed", failure);
      }
      if (!closed) {
        try {
          file.sync();
        } catch (IOException e) {
          failure = e;
          throw e;
        }
      }
    }
  }

  /** Syncs and closes. */
  void close() throws IOException {
    synchronized (syncing) {
      try {
        sync();
      } finally {
        closed = true;
        file.close();
      }
    }
  }
}
