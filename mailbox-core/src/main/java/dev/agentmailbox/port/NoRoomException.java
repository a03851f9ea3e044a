package dev.agentmailbox.port;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.io.IOException;
import java.time.Duration;

/**
 * The storage is full, or has less free space than is kept in reserve: nothing more is taken in for
 * now.
 */
public final class NoRoomException extends IOException {
  private static final long serialVersionUID = 1L;

  /** When there may be room again: somebody has to make it. */
  private static final Duration RETRY = Duration.ofMinutes(1);

  public NoRoomException() {
    super("the storage is nearly full");
  }

  /** With the failed write that showed it. */
  public NoRoomException(IOException cause) {
    super("the storage is full", cause);
  }

  /** The refusal of a request that changes something while the storage is full. */
  public static MailboxException refusal() {
    return MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the storage is nearly full")
        .retryAfter(RETRY);
  }

  /** The refusal of a request whose content cannot be kept. */
  public static MailboxException refusal(IOException cause, String otherwise) {
    return cause instanceof NoRoomException
        ? refusal().causedBy(cause)
        : MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, otherwise).causedBy(cause);
  }
}
