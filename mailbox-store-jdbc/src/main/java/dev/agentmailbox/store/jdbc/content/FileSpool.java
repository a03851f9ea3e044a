package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Spools one message into a file, in memory while small: most mail is parsed and checked, and some
 * refused, before a file is created.
 *
 * <p>The file has its final name from the start: after a crash no row refers to it.
 */
final class FileSpool implements ContentStore.Spool {
  /** Longer messages are written to the file while they arrive. */
  static final int MAX_MEMORY_BYTES = 64 * 1024;

  private static final int FIRST_BUFFER_BYTES = 8 * 1024;

  private final DirectoryContent content;
  private final String id;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream(FIRST_BUFFER_BYTES);
  private final OutputStream out = new Out();
  private @Nullable ContentFile file;
  private boolean kept;

  FileSpool(DirectoryContent content, String id) {
    this.content = content;
    this.id = id;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public RawMessage written() throws IOException {
    if (file == null) {
      return RawMessage.of(memory.toByteArray());
    }
    empty();
    return RawMessage.in(file.path());
  }

  @Override
  public String keep() throws IOException {
    byte[] small = file == null ? memory.toByteArray() : null;
    empty();
    ContentFile whole = file();
    String key = whole.directory().getFileName() + "/" + id;
    if (!kept) {
      boolean isJournaled = small != null && content.keepUnforced(whole.path(), key, small);
      if (!isJournaled) {
        force(whole.channel());
      }
      kept = true;
      whole.channel().close();
      if (!isJournaled) {
        content.awaitEntries(whole.directory());
      }
    }
    return key;
  }

  private void force(FileChannel channel) throws IOException {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw content.noted(e);
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    try {
      file().write(bytes);
    } catch (IOException e) {
      throw content.noted(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.channel().close();
      if (!kept) {
        Files.deleteIfExists(file.path());
      }
    }
  }

  /** Writes the buffer to the file. */
  private void empty() throws IOException {
    if (memory.size() > 0) {
      write(ByteBuffer.wrap(memory.toByteArray()));
      memory.reset();
    }
  }

  private ContentFile file() throws IOException {
    if (file == null) {
      file = ContentFile.create(content.directory(), id);
    }
    return file;
  }

  private final class Out extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (memory.size() + length > MAX_MEMORY_BYTES) {
        empty();
      }
      if (length > MAX_MEMORY_BYTES) {
        FileSpool.this.write(ByteBuffer.wrap(bytes, offset, length));
      } else {
        memory.write(bytes, offset, length);
      }
    }
  }

  private record ContentFile(Path directory, Path path, FileChannel channel) {
    static ContentFile create(Path directory, String id) throws IOException {
      Path path = directory.resolve(id + ContentPath.SUFFIX);
      return new ContentFile(directory, path, OwnerOnly.create(path));
    }

    void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
