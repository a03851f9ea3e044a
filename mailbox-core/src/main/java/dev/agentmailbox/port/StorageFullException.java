package dev.agentmailbox.port;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.io.IOException;
import java.time.Duration;

/** The storage is full, or its free space is below the reserve; no new content is accepted. */
public final class StorageFullException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Retry-After of the refusal: an operator has to free space first. */
  private static final Duration RETRY = Duration.ofMinutes(1);

  public StorageFullException() {
    super("the storage is nearly full");
  }

  /** With the failed write that revealed it. */
  public StorageFullException(IOException cause) {
    super("the storage is full", cause);
  }

  /** The error for a write request while the storage is full. */
  public static MailboxException refusal() {
    return MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the storage is nearly full")
        .retryAfter(RETRY);
  }

  /**
   * The error for a request whose content cannot be stored.
   *
   * @param otherwise error message when the cause is not a lack of space
   */
  public static MailboxException refusal(IOException cause, String otherwise) {
    return cause instanceof StorageFullException
        ? refusal().causedBy(cause)
        : MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, otherwise).causedBy(cause);
  }
}
