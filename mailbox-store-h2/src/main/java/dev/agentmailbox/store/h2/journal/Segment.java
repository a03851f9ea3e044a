package dev.agentmailbox.store.h2.journal;

import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The file that records are appended to. One thread appends at a time; any thread may sync.
 *
 * <p>A {@link RandomAccessFile} because a thread that is interrupted inside a channel closes it for
 * everyone.
 */
final class Segment {
  private final Path path;
  private final RandomAccessFile file;
  private final ChangeWriter writer = new ChangeWriter();
  private final Object syncing = new Object();
  private boolean closed;
  private long length;

  /** The newest record of this segment and all before; read by the syncing thread. */
  private volatile long last;

  private Segment(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /** Makes the file, empty, and its entry in the directory durable. */
  static Segment create(Path path) throws IOException {
    Files.createFile(path);
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    OwnerOnly.restrict(path);
    syncDirectory(path);
    return new Segment(path, file);
  }

  static void syncDirectory(Path entry) throws IOException {
    try (FileChannel directory =
        FileChannel.open(entry.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** Writes the header; records follow the given position. */
  void begin(long history, long after) throws IOException {
    file.write(SegmentHeader.bytes(history, after));
    length = SegmentHeader.BYTES;
    last = after;
  }

  /**
   * Appends a record; it is not durable yet. A failure leaves the file as it was.
   *
   * @throws Unrepaired a failure left the file with part of a record
   */
  void append(long position, long durable, List<Change> changes) throws IOException {
    boolean done = false;
    try {
      writer.begin(RecordFormat.HEADER_BYTES);
      writer.write(changes);
      RecordFormat.seal(writer.record(), position, durable);
      int written = writer.writeTo(file);
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
      file.setLength(length);
      file.seek(length);
    } catch (IOException e) {
      throw new Unrepaired(e);
    }
  }

  /** A record is in the file by part and cannot be taken back. */
  static final class Unrepaired extends IOException {
    private static final long serialVersionUID = 1L;

    Unrepaired(IOException cause) {
      super("the journal ends with part of a record", cause);
    }
  }

  Path path() {
    return path;
  }

  long last() {
    return last;
  }

  long length() {
    return length;
  }

  /** Makes durable what was appended before the call; a closed segment is. */
  void sync() throws IOException {
    synchronized (syncing) {
      if (!closed) {
        file.getFD().sync();
      }
    }
  }

  /** Syncs and closes; nothing is appended any more. */
  void close() throws IOException {
    synchronized (syncing) {
      sync();
      closed = true;
      file.close();
    }
  }
}
