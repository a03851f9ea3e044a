package dev.agentmailbox.service.sending.outcome;

/**
 * A report is about a recipient whose hand-over is not yet recorded; its sender should retry.
 * Nothing was changed.
 */
public final class OutcomePendingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OutcomePendingException() {
    super("the hand-over is not yet recorded", null, false, false);
  }
}
