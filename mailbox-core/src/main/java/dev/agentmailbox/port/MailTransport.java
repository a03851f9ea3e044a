package dev.agentmailbox.port;

import dev.agentmailbox.message.RawMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands composed messages to the next hop: a relay, the recipient's server, a capture. Called
 * outside any transaction, from several threads at once, never twice at once for one recipient of
 * one message. Every call ends within a time limit of the transport's own.
 */
public interface MailTransport extends AutoCloseable {
  /**
   * Tries to hand over one message to its recipients.
   *
   * @param mark called once, just before the final dot is written: from then on the next hop may
   *     have the message though we do not know; must return before the dot leaves. An exception
   *     from it stops the attempt before the dot.
   * @return an outcome for each recipient of the mail, in any order; never throws for what the next
   *     hop does
   */
  Map<String, Outcome> handOver(OutboundMail mail, Runnable mark);

  /**
   * Whether this transport's own acceptance means that the recipient's server has the mail. Then
   * the recipients of one call are all of one domain.
   */
  boolean deliversFinally();

  @Override
  default void close() {}

  /**
   * What is handed over.
   *
   * @param envelopeSender return path, unique for the send
   * @param recipients bare addresses, at least one
   * @param content the final bytes, sent as they are
   * @param sendId for logs and, where the next hop offers it, ENVID (RFC 3461)
   */
  record OutboundMail(
      String envelopeSender, List<String> recipients, RawMessage content, String sendId) {
    public OutboundMail {
      recipients = List.copyOf(recipients);
    }
  }

  /** What became of one recipient in one attempt. */
  record Outcome(Kind kind, @Nullable Reply reply, @Nullable Duration notBefore) {
    /** The next hop took responsibility for it. */
    public static Outcome accepted(Reply reply) {
      return new Outcome(Kind.ACCEPTED, reply, null);
    }

    public static Outcome of(Kind kind, @Nullable Reply reply) {
      return new Outcome(kind, reply, null);
    }

    /** Nothing was tried; there may be room after this time. */
    public static Outcome busy(Duration wait) {
      return new Outcome(Kind.BUSY, null, wait);
    }
  }

  /** The kinds of outcome. */
  enum Kind {
    /** The next hop took responsibility (250 after the final dot). */
    ACCEPTED,
    /** Refused for this recipient for good: 5xx to RCPT TO. Becomes a permanent bounce. */
    RECIPIENT_REFUSED,
    /**
     * The next hop refuses us or the message for good: 5xx to connect, EHLO, AUTH, MAIL FROM, DATA
     * or after the dot. Becomes {@code message.rejected}, without suppression.
     */
    REJECTED,
    /**
     * The recipient's own server refuses us or the message for good: 5xx to anything but RCPT TO.
     * Becomes a permanent bounce, without suppression, because it says nothing of the address.
     */
    MESSAGE_REFUSED,
    /** Not now: 4xx, no connection, time-out before the dot. Tried again later. */
    TEMPORARY,
    /**
     * Nothing was tried, because as much as may be is on its way to the same place. Tried again
     * after {@link Outcome#notBefore}, and not counted as an attempt.
     */
    BUSY,
    /** The dot was written and no answer was read: it may have been accepted. */
    UNKNOWN
  }

  /**
   * The next hop's answer.
   *
   * @param code SMTP reply code, or 0 when there was none (no connection, time-out)
   * @param enhanced enhanced status code such as {@code 5.1.1} (RFC 3463); null when not given
   * @param text the text, cut to {@link #MAX_TEXT_CHARACTERS}, without control characters
   */
  record Reply(int code, @Nullable String enhanced, String text) {
    public static final int MAX_TEXT_CHARACTERS = 500;

    public Reply {
      String clean = text.replaceAll("\\p{Cntrl}", " ").strip();
      text = clean.length() > MAX_TEXT_CHARACTERS ? clean.substring(0, MAX_TEXT_CHARACTERS) : clean;
    }
  }
}
