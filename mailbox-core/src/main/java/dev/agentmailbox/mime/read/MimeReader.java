package dev.agentmailbox.mime.read;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.html.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Reads hostile mail (RFC 5322, RFC 2045 to 2049, RFC 2231). Whatever the bytes are, the answer is
 * what could be had of them, with its defects. Time grows linearly with size; memory does not: a
 * message in a file is never held whole.
 *
 * <p>Thread safe. Sets no property of the process.
 */
public final class MimeReader {
  /** Message ids of References that are kept. */
  public static final int MAX_REFERENCES = 100;

  private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(10);

  private final Duration budget;
  private final LongSupplier nanoTime;

  /** A reader that spends at most ten seconds on a message. */
  public MimeReader() {
    this(DEFAULT_BUDGET, System::nanoTime);
  }

  MimeReader(Duration budget, LongSupplier nanoTime) {
    this.budget = budget;
    this.nanoTime = nanoTime;
  }

  /**
   * Opens a message for everything that is read of it; the caller closes.
   *
   * @throws IOException when the raw bytes cannot be fetched; never for what they say
   */
  public OpenMessage open(RawMessage raw) throws IOException {
    RawBytes bytes = RawBytes.open(raw);
    try {
      return new OpenMessage(raw, bytes, () -> new Deadline(nanoTime, budget));
    } catch (IOException | RuntimeException failure) {
      bytes.close();
      throw failure;
    }
  }

  /**
   * Reads a message.
   *
   * @throws MailboxException {@code upstream_unavailable}: too much other HTML is being read
   * @throws UncheckedIOException when the raw bytes cannot be fetched; never for what they say
   */
  public ParsedMessage read(RawMessage raw) {
    try (OpenMessage message = open(raw)) {
      return message.parsed();
    } catch (IOException storage) {
      throw new UncheckedIOException("raw message cannot be read", storage);
    }
  }

  /**
   * Decodes one part; the caller closes.
   *
   * @param partPath of {@link ParsedAttachment}
   * @throws IOException when there is no such part, or the raw bytes cannot be fetched
   */
  public InputStream openPart(RawMessage raw, String partPath) throws IOException {
    OpenMessage message = open(raw);
    try {
      return message.part(partPath);
    } catch (IOException | RuntimeException failure) {
      message.close();
      throw failure;
    }
  }
}
