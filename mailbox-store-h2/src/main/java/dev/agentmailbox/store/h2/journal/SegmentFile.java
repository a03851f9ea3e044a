package dev.agentmailbox.store.h2.journal;

import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** The open file of a segment. One thread writes at a time; any thread may sync. */
interface SegmentFile extends Closeable {
  /** Creates the file, readable by its owner only. */
  static SegmentFile create(Path path) throws IOException {
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      return new InChannel(OwnerOnly.create(path));
    }
    Files.createFile(path);
    OwnerOnly.restrict(path);
    return new Local(new RandomAccessFile(path.toFile(), "rw"));
  }

  /** Writes the whole buffer at a position. */
  void write(long at, byte[] bytes, int length) throws IOException;

  /** Truncates the file. */
  void cut(long length) throws IOException;

  /** Syncs everything written before the call. */
  void sync() throws IOException;

  /** Not a FileChannel, because an interrupt closes it for all threads. */
  record Local(RandomAccessFile file) implements SegmentFile {
    @Override
    public void write(long at, byte[] bytes, int length) throws IOException {
      file.seek(at);
      file.write(bytes, 0, length);
    }

    @Override
    public void cut(long length) throws IOException {
      file.setLength(length);
    }

    @Override
    public void sync() throws IOException {
      file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** A file of a non-default file system, which supports only channels. */
  record InChannel(FileChannel file) implements SegmentFile {
    @Override
    public void write(long at, byte[] bytes, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
      while (rest.hasRemaining()) {
        file.write(rest, at + rest.position());
      }
    }

    @Override
    public void cut(long length) throws IOException {
      file.truncate(length);
    }

    @Override
    public void sync() throws IOException {
      file.force(true);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
