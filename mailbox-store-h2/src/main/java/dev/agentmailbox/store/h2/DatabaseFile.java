package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.jdbc.content.DiskSpace;
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
 * The file of an open database: a layer between H2 and the file system.
 *
 * <ul>
 *   <li>It is opened once. H2 closes itself when a write fails, and would reopen the file for the
 *       next connection in the state of its last write and without the journal: the store would
 *       then silently miss data.
 *   <li>A write to a full disk waits for space, because H2 closes the database at the first failed
 *       write. The holder of the write lock waits, so no one else writes; reads continue.
 *   <li>Every other failed write makes the store read-only and is kept in memory with all that
 *       follow ({@link FileOverlay}), so that reads continue. If H2 saw it, it would close the
 *       database in the writing thread, which can deadlock with a thread that reads.
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
  private final DiskSpace diskSpace;
  private boolean opened;
  private volatile boolean waits;
  private volatile boolean unsound;
  private volatile @Nullable Consumer<IOException> failed;

  private DatabaseFile(String base, DiskSpace diskSpace) {
    this.base = base;
    this.diskSpace = diskSpace;
  }

  /** Registers the layer until closed. */
  static DatabaseFile of(Path file, DiskSpace diskSpace) {
    DatabaseFile made = new DatabaseFile(name(file), diskSpace);
    OPEN.put(made.base, made);
    return made;
  }

  /** The file name for an H2 URL that uses this layer. */
  String url() {
    return SCHEME + ":" + base;
  }

  /**
   * The underlying H2 file name. {@code async:} because an interrupt closes other channels for all
   * threads.
   */
  static String name(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return absolute.getFileSystem().equals(FileSystems.getDefault())
        ? "async:" + absolute
        : absolute.toUri().toString();
  }

  /**
   * Starts waiting for space on writes.
   *
   * @param failed called with each other failure
   */
  void start(Consumer<IOException> failed) {
    this.failed = failed;
    this.waits = true;
  }

  /** Stops waiting for space, because the database is about to be closed. */
  void stop() {
    waits = false;
  }

  /**
   * Whether a write or sync failed. The kernel may drop data after a failed sync, and a later
   * successful sync does not cover it.
   */
  boolean hasFailed() {
    return unsound;
  }

  @Override
  public void close() {
    stop();
    OPEN.remove(base, this);
  }

  private synchronized FileChannel open(FilePath file, String mode) throws IOException {
    if (opened) {
      throw new IOException("the database is closed until a restart");
    }
    FileChannel channel = InlineFile.isFor(file) ? InlineFile.open(file, mode) : file.open(mode);
    opened = true;
    return new Channel(channel);
  }

  /**
   * Waits until the write is worth retrying.
   *
   * @return false when it never will be
   * @throws IOException the failure, when the database is not in use
   */
  private boolean awaitRoom(IOException failure) throws IOException {
    boolean isFull = diskSpace.met(failure);
    if (!isFull) {
      note(failure);
    }
    if (!waits) {
      throw failure;
    }
    if (isFull) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return isFull;
  }

  private void note(IOException failure) {
    unsound = true;
    Consumer<IOException> hears = failed;
    if (hears != null) {
      hears.accept(failure);
    }
  }

  /** The H2 file system of the scheme; public because H2 instantiates it by reflection. */
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

  /** Positional reads and writes run concurrently. */
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  private final class Channel extends FileBaseDefault {
    private final FileChannel file;
    private volatile @Nullable FileOverlay overlay;

    Channel(FileChannel file) {
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      FileOverlay kept = overlay;
      return kept == null ? file.size() : kept.size();
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      FileOverlay kept = overlay;
      return kept == null ? file.read(target, position) : kept.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      int from = source.position();
      boolean waited = false;
      while (true) {
        FileOverlay kept = overlay;
        if (kept != null) {
          return kept.write(source, position);
        }
        try {
          int written = file.write(source, position);
          if (waited) {
            diskSpace.found();
          }
          return written;
        } catch (IOException e) {
          source.position(from);
          if (!awaitRoom(e)) {
            keepFromNowOn();
          }
          waited = true;
        }
      }
    }

    private synchronized void keepFromNowOn() throws IOException {
      if (overlay == null) {
        overlay = new FileOverlay(file);
      }
    }

    @Override
    public void force(boolean metaData) throws IOException {
      if (overlay != null) {
        throw new IOException("the disk failed earlier");
      }
      try {
        file.force(metaData);
      } catch (IOException e) {
        note(e);
        throw e;
      }
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      FileOverlay kept = overlay;
      if (kept == null) {
        file.truncate(size);
      } else {
        kept.truncate(size);
      }
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
