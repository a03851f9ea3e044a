package dev.agentmailbox.mime.html;

import dev.agentmailbox.error.MailboxException;

/** HTML over a limit of {@link BoundedHtml}; a retry will fail too. */
public final class UnreadableHtmlException extends RuntimeException {
  private static final long serialVersionUID = 2L;

  private UnreadableHtmlException(String message) {
    super(message, null, false, false);
  }

  /**
   * A limit was exceeded.
   *
   * @param message which limit; without content
   */
  static UnreadableHtmlException over(String message) {
    return new UnreadableHtmlException("the HTML " + message);
  }

  /**
   * The error for a request with such HTML: {@code validation_error} rather than {@code
   * message_too_large}, since its size is not the problem.
   *
   * @param path field path; {@code body} when the HTML was composed from several fields
   */
  public MailboxException refusal(String path) {
    return MailboxException.validation(path, String.valueOf(getMessage()));
  }
}
