package dev.agentmailbox.port;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes mail in. Offered by the core's intake; called by whatever speaks to senders (the SMTP
 * listener, in-process delivery). Thread safe.
 */
public interface MailReceiver {
  /** Judges one recipient of an envelope, without changing anything. */
  RecipientAnswer judge(String recipient);

  /** Opens a place to write the message to, before {@link #accept}. */
  ContentStore.Spool spool() throws IOException;

  /**
   * Stores the message for every recipient that {@link #judge} accepts. Returns only when it would
   * survive {@code kill -9} and a power cut; then, and only then, the sender may be told 250.
   *
   * <p>A message that cannot be parsed is stored all the same. The same message again (same
   * envelope sender, Message-ID and bytes, within 7 days) is accepted and stored once.
   *
   * @param spooled the whole message; kept or thrown away by this call, closed by the caller
   * @throws ReceiveException temporarily impossible, or the inbox is full
   */
  void accept(Envelope envelope, ContentStore.Spool spooled) throws ReceiveException;

  /** How a recipient is answered. */
  enum RecipientAnswer {
    ACCEPTED,
    /** Unknown, deleted or retired: 550 5.1.1. */
    UNKNOWN,
    /** Paused, or created by sign-up and not yet claimed: 550 5.2.1. */
    NOT_RECEIVING,
    /** The inbox holds as much as it may: 452 4.2.2. */
    FULL
  }

  /**
   * The SMTP envelope (RFC 5321 section 2.3.1).
   *
   * @param returnPath the argument of MAIL FROM without angle brackets; empty for the null sender
   * @param recipients accepted forward paths without angle brackets, as written
   * @param helo what the client called itself; null in process
   * @param remoteAddress IP address of the client in text; null in process
   * @param authenticatedInProcess true when the service itself made the message
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

  /** Why a message could not be taken in. */
  final class ReceiveException extends Exception {
    private static final long serialVersionUID = 2L;

    /** What a sender can do about it. */
    public enum Kind {
      /** Storage failed; the sender should try again later: 451 4.3.0. */
      UNAVAILABLE,
      /** Too much other mail is being read; the sender should try again later: 451 4.3.2. */
      BUSY,
      /** The mailbox is full: 452 4.2.2. */
      FULL,
      /** The whole storage is full: 452 4.3.1. */
      NO_ROOM
    }

    private final Kind kind;

    private ReceiveException(Kind kind, String message, @Nullable Throwable cause) {
      super(message, cause);
      this.kind = kind;
    }

    /** The message could not be stored; the cause may say that there is no room. */
    public static ReceiveException temporary(@Nullable Throwable cause) {
      boolean noRoom =
          cause instanceof NoRoomException
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
