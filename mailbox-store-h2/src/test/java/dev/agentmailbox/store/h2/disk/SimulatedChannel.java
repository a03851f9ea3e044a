package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * A channel to a file, or to a directory for the sake of its force. Unlike those of Java it is not
 * closed when a thread in it is interrupted. Thread safe.
 */
final class SimulatedChannel extends FileChannel {
  private static final int TRANSFER_BYTES = 64 * 1024;

  private final SimulatedPath path;
  private final Node node;
  private final Set<OpenOption> options;
  private final boolean writable;
  private long position;

  private SimulatedChannel(SimulatedPath path, Node node, Set<OpenOption> options) {
    this.path = path;
    this.node = node;
    this.options = options;
    this.writable = isWritable(options);
  }

  private static boolean isWritable(Set<OpenOption> options) {
    return options.contains(StandardOpenOption.WRITE)
        || options.contains(StandardOpenOption.APPEND);
  }

  static SimulatedChannel open(
      SimulatedPath path, Set<? extends OpenOption> given, Set<PosixFilePermission> mode)
      throws IOException {
    Set<OpenOption> options = Set.copyOf(given);
    SimulatedDisk disk = path.disk();
    if (disk.look(tree -> tree.find(path)).isPresent()) {
      if (options.contains(StandardOpenOption.CREATE_NEW) && isWritable(options)) {
        throw new FileAlreadyExistsException(path.toString());
      }
      return disk.look(tree -> opened(path, tree.node(path), options)).truncated();
    }
    boolean make =
        options.contains(StandardOpenOption.CREATE)
            || options.contains(StandardOpenOption.CREATE_NEW);
    if (!make || !isWritable(options)) {
      throw new NoSuchFileException(path.toString());
    }
    return disk.change(
        CallKind.CREATE, path, tree -> opened(path, tree.createFile(path, mode), options));
  }

  private static SimulatedChannel opened(SimulatedPath path, Node node, Set<OpenOption> options)
      throws FileSystemException {
    if (isWritable(options) && node instanceof DirectoryNode) {
      throw new FileSystemException(path.toString(), null, "Is a directory");
    }
    node.opened(1);
    return new SimulatedChannel(path, node, options);
  }

  private SimulatedChannel truncated() throws IOException {
    if (writable && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
      try {
        truncate(0);
      } catch (IOException e) {
        close();
        throw e;
      }
    }
    return this;
  }

  private FileNode file() throws IOException {
    if (node instanceof FileNode file) {
      return file;
    }
    throw new IOException("Is a directory");
  }

  private FileNode readable() throws IOException {
    requireOpen();
    if (writable && !options.contains(StandardOpenOption.READ)) {
      throw new NonReadableChannelException();
    }
    return file();
  }

  private FileNode writable() throws IOException {
    requireOpen();
    if (!writable) {
      throw new NonWritableChannelException();
    }
    return file();
  }

  private void requireOpen() throws ClosedChannelException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    FileNode file = readable();
    return path.disk()
        .look(
            tree -> {
              int read = file.read(position, into);
              position += Math.max(0, read);
              return read;
            });
  }

  @Override
  public int read(ByteBuffer into, long at) throws IOException {
    FileNode file = readable();
    return path.disk().look(tree -> file.read(at, into));
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) throws IOException {
    long all = 0;
    for (int i = offset; i < offset + length; i++) {
      int read = into[i].hasRemaining() ? read(into[i]) : 0;
      if (read < 0) {
        return all == 0 ? -1 : all;
      }
      all += read;
    }
    return all;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    FileNode file = writable();
    return change(
        CallKind.WRITE,
        tree -> {
          boolean append = options.contains(StandardOpenOption.APPEND);
          long at = append ? file.size() : position;
          int written = tree.write(file, at, from);
          position = at + written;
          return written;
        });
  }

  @Override
  public int write(ByteBuffer from, long at) throws IOException {
    FileNode file = writable();
    return change(CallKind.WRITE, tree -> tree.write(file, at, from));
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    long all = 0;
    for (int i = offset; i < offset + length; i++) {
      while (from[i].hasRemaining()) {
        all += write(from[i]);
      }
    }
    return all;
  }

  @Override
  public long position() throws IOException {
    requireOpen();
    return path.disk().look(tree -> position);
  }

  @Override
  public FileChannel position(long changed) throws IOException {
    requireOpen();
    return path.disk()
        .look(
            tree -> {
              position = changed;
              return this;
            });
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    FileNode file = file();
    return path.disk().look(tree -> file.size());
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    FileNode file = writable();
    return change(
        CallKind.TRUNCATE,
        tree -> {
          tree.truncate(file, size);
          position = Math.min(position, size);
          return this;
        });
  }

  @Override
  public void force(boolean metaData) throws IOException {
    requireOpen();
    boolean isFile = node instanceof FileNode;
    try {
      change(
          isFile ? CallKind.FORCE : CallKind.FORCE_DIRECTORY,
          tree -> {
            tree.force(node);
            return this;
          });
    } catch (IOException e) {
      path.disk().notForced(node);
      throw e;
    }
  }

  private <T> T change(CallKind kind, SimulatedDisk.Work<T> work) throws IOException {
    return path.disk().change(kind, path, work);
  }

  @Override
  public long transferTo(long at, long count, WritableByteChannel target) throws IOException {
    long done = 0;
    while (done < count) {
      ByteBuffer part = ByteBuffer.allocate((int) Math.min(TRANSFER_BYTES, count - done));
      if (read(part, at + done) <= 0) {
        return done;
      }
      part.flip();
      while (part.hasRemaining()) {
        done += target.write(part);
      }
    }
    return done;
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long at, long count) throws IOException {
    long done = 0;
    while (done < count) {
      ByteBuffer part = ByteBuffer.allocate((int) Math.min(TRANSFER_BYTES, count - done));
      if (source.read(part) <= 0) {
        return done;
      }
      part.flip();
      while (part.hasRemaining()) {
        done += write(part, at + done);
      }
    }
    return done;
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long at, long size) {
    throw new UnsupportedOperationException("a simulated file cannot be mapped");
  }

  @Override
  public FileLock lock(long at, long size, boolean shared) throws IOException {
    return tryLock(at, size, shared);
  }

  @Override
  public FileLock tryLock(long at, long size, boolean shared) throws IOException {
    requireOpen();
    FileNode file = file();
    return path.disk()
        .look(
            tree -> {
              SimulatedLock lock = new SimulatedLock(this, at, size, shared);
              file.locks().add(lock);
              return lock;
            });
  }

  /** Gives locks back; needs no power, because nobody holds any then. */
  @Override
  protected void implCloseChannel() throws IOException {
    if (node instanceof FileNode file) {
      file.locks().removeOf(this);
    }
    path.disk().closed(node);
    if (options.contains(StandardOpenOption.DELETE_ON_CLOSE)) {
      path.getFileSystem().provider().deleteIfExists(path);
    }
  }

  /** Gives one lock back. */
  void unlock(SimulatedLock lock) throws IOException {
    file().locks().remove(lock);
  }

  boolean holds(SimulatedLock lock) {
    return node instanceof FileNode file && file.locks().holds(lock);
  }
}
