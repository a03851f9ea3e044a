package dev.agentmailbox.port;

import dev.agentmailbox.message.RawMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Delivers composed messages to the next hop: a relay, the recipient's mail server, or a capture.
 * Called outside any transaction and concurrently, but never concurrently for the same recipient of
 * the same message. Implementations are thread safe and bound the duration of every call.
 */
public interface MailTransport extends AutoCloseable {
  /**
   * Attempts delivery of one message to its recipients.
   *
   * @param mark run once, immediately before the final dot of DATA is written: from then on the
   *     next hop may have accepted the message without our knowing. The dot is written only after
   *     it returns; if it throws, the attempt is aborted before the dot.
   * @return the outcome for each recipient of {@code mail}, keyed by address, in any order;
   *     failures of the next hop are outcomes, never exceptions
   */
  Map<String, Outcome> handOver(OutboundMail mail, Runnable mark);

  /**
   * The outcome of every mail, where none leaves the process: it is recorded in the transaction
   * that accepts a send, and {@link #handOver} is called, without effect on the send, when that is
   * durable. Empty where an attempt decides.
   */
  default Optional<Outcome> certainOutcome() {
    return Optional.empty();
  }

  /**
   * Whether acceptance by the next hop means final delivery (direct to MX) rather than relaying. If
   * so, all recipients of one call have the same domain.
   */
  boolean isFinalDelivery();

  @Override
  default void close() {}

  /**
   * A message to deliver.
   *
   * @param envelopeSender return path, unique to the send
   * @param recipients bare addresses, at least one
   * @param content final bytes, sent unmodified
   * @param sendId for logs and, where the next hop supports DSN, ENVID (RFC 3461)
   */
  record OutboundMail(
      String envelopeSender, List<String> recipients, RawMessage content, String sendId) {
    public OutboundMail {
      recipients = List.copyOf(recipients);
    }
  }

  /**
   * Outcome of one attempt for one recipient.
   *
   * @param reply the next hop's reply; null when no connection was attempted or no reply was read
   * @param notBefore time to wait before the next attempt; null unless the kind is {@link
   *     Kind#BUSY}
   */
  record Outcome(Kind kind, @Nullable Reply reply, @Nullable Duration notBefore) {
    /** The next hop accepted responsibility for the message. */
    public static Outcome accepted(Reply reply) {
      return new Outcome(Kind.ACCEPTED, reply, null);
    }

    public static Outcome of(Kind kind, @Nullable Reply reply) {
      return new Outcome(kind, reply, null);
    }

    /** No attempt was made; capacity may be available after {@code wait}. */
    public static Outcome busy(Duration wait) {
      return new Outcome(Kind.BUSY, null, wait);
    }
  }

  /** Kinds of outcome. */
  enum Kind {
    /** The next hop accepted responsibility (250 after the final dot). */
    ACCEPTED,
    /** This recipient was refused permanently: 5xx to RCPT TO. Becomes a permanent bounce. */
    RECIPIENT_REFUSED,
    /**
     * A relay refused us or the message permanently: 5xx to connect, EHLO, AUTH, MAIL FROM, DATA or
     * after the final dot. Becomes {@code message.rejected}, without suppression.
     */
    REJECTED,
    /**
     * The recipient's own server refused us or the message permanently: 5xx to anything but RCPT
     * TO. Becomes a permanent bounce without suppression, because it says nothing about the
     * address.
     */
    MESSAGE_REFUSED,
    /** Temporary failure: 4xx, no connection, or time-out before the final dot. Retried later. */
    TEMPORARY,
    /**
     * No attempt was made because the concurrency limit for this destination is reached. Retried
     * after {@link Outcome#notBefore} and not counted as an attempt.
     */
    BUSY,
    /** The final dot was written but no reply was read: the message may have been accepted. */
    UNKNOWN
  }

  /**
   * A reply of the next hop.
   *
   * @param code SMTP reply code; 0 when there was none (no connection, time-out)
   * @param enhanced enhanced status code such as {@code 5.1.1} (RFC 3463); null when absent
   * @param text reply text without control characters, truncated to {@link #MAX_TEXT_CHARACTERS}
   */
  record Reply(int code, @Nullable String enhanced, String text) {
    public static final int MAX_TEXT_CHARACTERS = 500;

    public Reply {
      String clean = text.replaceAll("\\p{Cntrl}", " ").strip();
      text = clean.length() > MAX_TEXT_CHARACTERS ? clean.substring(0, MAX_TEXT_CHARACTERS) : clean;
    }
  }
}
