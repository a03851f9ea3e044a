package dev.agentmailbox.mime;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.time.Duration;

/** HTML that is over a limit of {@link BoundedHtml}, or that could not be read now. */
public final class UnreadableHtmlException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final boolean busy;

  private UnreadableHtmlException(String message, boolean busy) {
    super(message, null, false, false);
    this.busy = busy;
  }

  /**
   * Over a limit.
   *
   * @param message without content, what the HTML has or would have too much of
   */
  static UnreadableHtmlException over(String message) {
    return new UnreadableHtmlException("the HTML " + message, false);
  }

  /** Too much other HTML was being read all the time it waited. */
  static UnreadableHtmlException busy() {
    return new UnreadableHtmlException("the HTML cannot be read right now", true);
  }

  /** Whether the same HTML may be readable later. */
  public boolean isBusy() {
    return busy;
  }

  /**
   * The refusal of a request with such HTML. Its size is not what is wrong, so it is {@code
   * validation_error} and not {@code message_too_large}, or {@code upstream_unavailable} when a
   * repeat can succeed.
   *
   * @param path of the field that has it, {@code body} when it was made of several things
   */
  public MailboxException refusal(String path) {
    return busy
        ? MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, String.valueOf(getMessage()))
            .retryAfter(RETRY_AFTER)
        : MailboxException.validation(path, String.valueOf(getMessage()));
  }
}
