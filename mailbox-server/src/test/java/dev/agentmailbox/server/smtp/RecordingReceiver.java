package dev.agentmailbox.server.smtp;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Takes mail into memory. What it answers and where it fails can be set. */
public final class RecordingReceiver implements MailReceiver {
  /** One message that was accepted. */
  public record Mail(Envelope envelope, String content) {
    /** Without the Received header that the listener puts before it. */
    public String text() {
      int end = 0;
      do {
        end = content.indexOf("\r\n", end) + 2;
      } while (end < content.length() && content.charAt(end) == '\t');
      return content.substring(end);
    }

    public String received() {
      return content.substring(0, content.length() - text().length());
    }
  }

  /** What may go wrong with a message that was read. */
  public interface Trouble {
    void before(Envelope envelope) throws ReceiveException;
  }

  public final List<Mail> mails = new CopyOnWriteArrayList<>();
  public final AtomicInteger openSpools = new AtomicInteger();
  public volatile Function<String, RecipientAnswer> answers =
      recipient ->
          recipient.startsWith("unknown") ? RecipientAnswer.UNKNOWN : RecipientAnswer.ACCEPTED;
  public volatile Trouble trouble = envelope -> {};
  public volatile boolean noSpool;
  public volatile boolean fullDisk;
  public volatile boolean stuckSpool;

  @Override
  public RecipientAnswer judge(String recipient) {
    return answers.apply(recipient);
  }

  @Override
  public ContentStore.Spool spool() throws IOException {
    if (noSpool) {
      throw new IOException("no spool");
    }
    openSpools.incrementAndGet();
    return new MemorySpool();
  }

  @Override
  public void accept(Envelope envelope, ContentStore.Spool spooled) throws ReceiveException {
    trouble.before(envelope);
    try (InputStream in = spooled.written().open()) {
      mails.add(new Mail(envelope, new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      throw ReceiveException.temporary(e);
    }
  }

  private final class MemorySpool implements ContentStore.Spool {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public OutputStream out() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
          if (fullDisk && bytes.size() + length > 1000) {
            throw new IOException("disk full");
          }
          bytes.write(source, offset, length);
        }
      };
    }

    @Override
    public RawMessage written() {
      return RawMessage.of(bytes.toByteArray());
    }

    @Override
    public String keep() {
      return "kept";
    }

    @Override
    public void close() throws IOException {
      openSpools.decrementAndGet();
      if (stuckSpool) {
        throw new IOException("stuck");
      }
    }
  }
}
