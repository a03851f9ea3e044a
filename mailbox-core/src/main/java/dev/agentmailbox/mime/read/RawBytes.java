package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.RawMessage;
import jakarta.mail.internet.SharedInputStream;
import jakarta.mail.util.SharedByteArrayInputStream;
import jakarta.mail.util.SharedFileInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;

/** Random access to ranges of a message's raw bytes; a file is opened once and never copied. */
final class RawBytes implements Closeable {
  private static final int FILE_BUFFER = 16 * 1024;

  private final InputStream whole;
  private final SharedInputStream shared;

  private <S extends InputStream & SharedInputStream> RawBytes(S stream) {
    this.whole = stream;
    this.shared = stream;
  }

  static RawBytes open(RawMessage raw) throws IOException {
    if (raw instanceof RawMessage.InFile inFile
        && inFile.file().getFileSystem().equals(FileSystems.getDefault())) {
      return new RawBytes(new SharedFileInputStream(inFile.file().toFile(), FILE_BUFFER));
    }
    try (InputStream in = raw.open()) {
      byte[] bytes = raw instanceof RawMessage.InMemory memory ? memory.bytes() : in.readAllBytes();
      return new RawBytes(new SharedByteArrayInputStream(bytes));
    }
  }

  /** All bytes. */
  InputStream all() {
    return shared.newStream(0, -1);
  }

  /** The encoded body of a part. */
  InputStream body(MimePart part) {
    return shared.newStream(part.bodyStart(), part.bodyEnd());
  }

  /** A stream that closes the message when closed. */
  InputStream owning(InputStream part) {
    return new FilterInputStream(part) {
      @Override
      public void close() throws IOException {
        super.close();
        RawBytes.this.close();
      }
    };
  }

  @Override
  public void close() throws IOException {
    whole.close();
  }
}
