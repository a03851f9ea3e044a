package dev.agentmailbox.mime.html;

import dev.agentmailbox.error.MailboxException;

/** HTML that is over a limit of {@link BoundedHtml}, now and later. */
public final class UnreadableHtmlException extends RuntimeException {
  private static final long serialVersionUID = 2L;

  private UnreadableHtmlException(String message) {
    super(message, null, false, false);
  }

  /**
   * Over a limit.
   *
   * @param message without content, what the HTML has or would have too much of
   */
  static UnreadableHtmlException over(String message) {
    return new UnreadableHtmlException("the HTML " + message);
  }

  /**
   * The refusal of a request with such HTML. Its size is not what is wrong, so it is {@code
   * validation_error} and not {@code message_too_large}.
   *
   * @param path of the field that has it, {@code body} when it was made of several things
   */
  public MailboxException refusal(String path) {
    return MailboxException.validation(path, String.valueOf(getMessage()));
  }
}
