package dev.agentmailbox.port;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accepts inbound mail. Implemented by the core; called by the SMTP listener and by in-process
 * delivery. Thread safe.
 */
public interface MailReceiver {
  /**
   * Decides whether a recipient is accepted. Has no side effects.
   *
   * @param recipient forward path without angle brackets, as written in RCPT TO
   */
  RecipientAnswer judge(String recipient);

  /**
   * Opens a spool to write the message to before calling {@link #accept}.
   *
   * @throws StorageFullException the storage is nearly full
   */
  ContentStore.Spool spool() throws IOException;

  /**
   * Stores the message for every recipient that {@link #judge} accepts. Returns only once the
   * message is durable, that is, survives {@code kill -9} and a power failure; only then may the
   * listener reply 250.
   *
   * <p>A message that cannot be parsed is stored anyway. A repeated delivery (same envelope sender,
   * Message-ID and bytes, within 7 days) is accepted but not stored again.
   *
   * @param spooled the whole message; this call keeps or discards it, the caller closes it
   * @throws ReceiveException temporary failure, or the inbox is full
   */
  void accept(Envelope envelope, ContentStore.Spool spooled) throws ReceiveException;

  /** Verdict on a recipient. */
  enum RecipientAnswer {
    ACCEPTED,
    /** Unknown, deleted or retired: 550 5.1.1. */
    UNKNOWN,
    /** Paused, or created by sign-up and not yet claimed: 550 5.2.1. */
    NOT_RECEIVING,
    /** The inbox has reached its storage limit: 452 4.2.2. */
    FULL
  }

  /**
   * The SMTP envelope (RFC 5321 section 2.3.1).
   *
   * @param returnPath argument of MAIL FROM without angle brackets; empty for the null reverse-path
   * @param recipients accepted forward paths without angle brackets, as written
   * @param helo argument of HELO or EHLO; null in process
   * @param remoteAddress IP address of the client as text; null in process
   * @param authenticatedInProcess true when this service generated the message
   */
  record Envelope(
      String returnPath,
      List<String> recipients,
      @Nullable String helo,
      @Nullable String remoteAddress,
      boolean authenticatedInProcess) {
    public Envelope {
      recipients = List.copyOf(recipients);
    }
  }

  /** The message was not accepted. */
  final class ReceiveException extends Exception {
    private static final long serialVersionUID = 2L;

    /** The failure, and the SMTP reply it maps to. */
    public enum Kind {
      /** Storage failed; the sender should retry: 451 4.3.0. */
      UNAVAILABLE,
      /** Too many messages are being processed; the sender should retry: 451 4.3.2. */
      BUSY,
      /** The mailbox is full: 452 4.2.2. */
      FULL,
      /** The storage of the service is full: 452 4.3.1. */
      NO_ROOM
    }

    private final Kind kind;

    private ReceiveException(Kind kind, String message, @Nullable Throwable cause) {
      super(message, cause);
      this.kind = kind;
    }

    /**
     * The message could not be stored: {@link Kind#NO_ROOM} when the cause says that storage is
     * full, else {@link Kind#UNAVAILABLE}.
     */
    public static ReceiveException temporary(@Nullable Throwable cause) {
      boolean noRoom =
          cause instanceof StorageFullException
              || (cause instanceof StoreException store && store.isFull());
      return noRoom
          ? new ReceiveException(Kind.NO_ROOM, "the storage is full", cause)
          : new ReceiveException(Kind.UNAVAILABLE, "storage is not available", cause);
    }

    public static ReceiveException busy(@Nullable Throwable cause) {
      return new ReceiveException(Kind.BUSY, "the message cannot be read right now", cause);
    }

    public static ReceiveException full() {
      return new ReceiveException(Kind.FULL, "mailbox full", null);
    }

    public Kind kind() {
      return kind;
    }
  }
}
