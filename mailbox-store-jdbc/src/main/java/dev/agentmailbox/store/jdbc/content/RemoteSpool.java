package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Spools one message for the database or a bucket: in memory while small, otherwise in a local
 * temporary file that only its owner can read.
 */
final class RemoteSpool implements ContentStore.Spool {
  /** Longer messages are written to a file while they arrive. */
  static final int MAX_MEMORY_BYTES = 256 * 1024;

  private static final int FIRST_BUFFER_BYTES = 8 * 1024;

  private final Keeping keeping;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream(FIRST_BUFFER_BYTES);
  private final OutputStream out = new Out();
  private @Nullable Path file;
  private @Nullable OutputStream fileOut;
  private @Nullable String key;

  RemoteSpool(Keeping keeping) {
    this.keeping = keeping;
  }

  /** The final storage. */
  @FunctionalInterface
  interface Keeping {
    /** Stores the message durably and returns its key. */
    String keep(RawMessage whole) throws IOException;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public RawMessage written() throws IOException {
    if (file == null || fileOut == null) {
      return RawMessage.of(memory.toByteArray());
    }
    fileOut.flush();
    return RawMessage.in(file);
  }

  @Override
  public String keep() throws IOException {
    if (key == null) {
      key = keeping.keep(written());
    }
    return key;
  }

  @Override
  public void close() throws IOException {
    if (file != null && fileOut != null) {
      fileOut.close();
      Files.deleteIfExists(file);
    }
  }

  private OutputStream file() throws IOException {
    if (fileOut == null) {
      // Created with mode 0600 where the file system has modes.
      Path made = Files.createTempFile("mailbox-", ".eml");
      file = made;
      fileOut = new BufferedOutputStream(Files.newOutputStream(made));
      memory.writeTo(fileOut);
      memory.reset();
    }
    return fileOut;
  }

  private final class Out extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (fileOut != null || memory.size() + length > MAX_MEMORY_BYTES) {
        file().write(bytes, offset, length);
      } else {
        memory.write(bytes, offset, length);
      }
    }
  }
}
