package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Parses untrusted mail (RFC 5322, RFC 2045 to 2049, RFC 2231). Never fails on malformed content:
 * returns what could be parsed, with the defects. Time is linear in size; memory is bounded: a
 * message in a file is never loaded as a whole.
 *
 * <p>Thread safe. Sets no system property.
 */
public final class MimeReader {
  /** Most message ids of References kept. */
  public static final int MAX_REFERENCES = MessageIds.MAX_REFERENCES;

  private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(10);

  private final Duration budget;
  private final LongSupplier nanoTime;

  /** A reader with a time budget of ten seconds per message. */
  public MimeReader() {
    this(DEFAULT_BUDGET, System::nanoTime);
  }

  MimeReader(Duration budget, LongSupplier nanoTime) {
    this.budget = budget;
    this.nanoTime = nanoTime;
  }

  /**
   * Opens a message, to parse it once for several reads; the caller closes it.
   *
   * @throws IOException the raw bytes cannot be read; never because of their content
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
   * @throws dev.agentmailbox.error.MailboxException {@code upstream_unavailable}: the HTML parser
   *     is at capacity
   * @throws UncheckedIOException the raw bytes cannot be read; never because of their content
   */
  public ParsedMessage read(RawMessage raw) {
    try (OpenMessage message = open(raw)) {
      return message.parsed();
    } catch (IOException storage) {
      throw new UncheckedIOException("raw message cannot be read", storage);
    }
  }

  /**
   * Decodes one part; the caller closes the stream.
   *
   * @param partPath of {@link ParsedAttachment}
   * @throws IOException there is no such part, or the raw bytes cannot be read
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
