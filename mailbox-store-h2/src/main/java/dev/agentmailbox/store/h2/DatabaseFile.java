package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.jdbc.content.Room;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The file of an open database, between H2 and the file system.
 *
 * <ul>
 *   <li>It is opened once. H2 closes itself when a write fails, and would open the file anew for
 *       the next connection, in the state of its last write and without the journal: a store that
 *       cannot know would then answer that nothing is there.
 *   <li>A write that meets a full disk waits until there is room, because H2 gives up the database
 *       at the first write that fails. The writer that has the lane waits; nobody else writes
 *       meanwhile, and reading goes on.
 *   <li>Every other failure is noted before H2 hears of it.
 * </ul>
 *
 * <p>Thread safe.
 */
final class DatabaseFile implements AutoCloseable {
  private static final String SCHEME = "mailbox";
  private static final long PAUSE_NANOS = 50_000_000L;
  private static final ConcurrentHashMap<String, DatabaseFile> OPEN = new ConcurrentHashMap<>();

  static {
    FilePath.register(new Wrapper());
  }

  private final String base;
  private final Room room;
  private boolean opened;
  private volatile boolean waits;
  private volatile boolean unsound;
  private volatile @Nullable Consumer<IOException> failed;

  private DatabaseFile(String base, Room room) {
    this.base = base;
    this.room = room;
  }

  /** Stands between from now on until it is closed. */
  static DatabaseFile of(Path file, Room room) {
    DatabaseFile made = new DatabaseFile(name(file), room);
    OPEN.put(made.base, made);
    return made;
  }

  /** What H2 calls the file of this path in a URL that passes through here. */
  String url() {
    return SCHEME + ":" + base;
  }

  /** What H2 calls a file. {@code async:} because an interrupt closes other channels for all. */
  static String name(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return absolute.getFileSystem().equals(FileSystems.getDefault())
        ? "async:" + absolute
        : absolute.toUri().toString();
  }

  /**
   * The database is in use from now on: writes wait for room.
   *
   * @param failed hears of each other failure
   */
  void start(Consumer<IOException> failed) {
    this.failed = failed;
    this.waits = true;
  }

  /** Writes do not wait any more, because the database is about to be closed. */
  void stop() {
    waits = false;
  }

  /**
   * Whether a write or a force failed. What a failed force was to write may be dropped, and a later
   * force that succeeds says nothing of it.
   */
  boolean isUnsound() {
    return unsound;
  }

  @Override
  public void close() {
    stop();
    OPEN.remove(base, this);
  }

  private synchronized FileChannel open(FilePath file, String mode) throws IOException {
    if (opened) {
      throw new IOException("the database is closed; it is opened again by a restart");
    }
    FileChannel channel = file.open(mode);
    opened = true;
    return new Channel(channel);
  }

  /** Returns when the write is worth another try. */
  private void awaitRoom(IOException failure) throws IOException {
    boolean isFull = room.met(failure);
    if (!isFull) {
      note(failure);
    }
    if (!isFull || !waits) {
      throw failure;
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void note(IOException failure) {
    unsound = true;
    Consumer<IOException> hears = failed;
    if (hears != null) {
      hears.accept(failure);
    }
  }

  /** What H2 finds under the scheme; public because H2 makes more of them by reflection. */
  public static final class Wrapper extends FilePathWrapper {
    /** For H2. */
    public Wrapper() {}

    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
      FilePath file = getBase();
      DatabaseFile known = OPEN.get(file.toString());
      return known == null ? file.open(mode) : known.open(file, mode);
    }
  }

  /** With places of their own, reads and writes pass side by side. */
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  private final class Channel extends FileBaseDefault {
    private final FileChannel file;

    Channel(FileChannel file) {
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      int from = source.position();
      boolean waited = false;
      while (true) {
        try {
          int written = file.write(source, position);
          if (waited) {
            room.found();
          }
          return written;
        } catch (IOException e) {
          source.position(from);
          awaitRoom(e);
          waited = true;
        }
      }
    }

    @Override
    public void force(boolean metaData) throws IOException {
      try {
        file.force(metaData);
      } catch (IOException e) {
        note(e);
        throw e;
      }
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public synchronized FileLock tryLock(long position, long size, boolean shared)
        throws IOException {
      return file.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      file.close();
    }
  }
}
