package dev.agentmailbox.jakarta;

import jakarta.mail.Address;
import jakarta.mail.SendFailedException;

/**
 * The mail was accepted and waits for approval. It must not be sent again; all its recipients are
 * reported as valid unsent.
 */
public final class HeldForApprovalException extends SendFailedException {
  private static final long serialVersionUID = 1L;

  private final String sendId;

  HeldForApprovalException(String sendId, Address[] recipients) {
    super(
        "held until a human approves it: " + sendId,
        null,
        new Address[0],
        recipients,
        new Address[0]);
    this.sendId = sendId;
  }

  /** {@code out_…}, the send to query for the decision; empty for a duplicate of a mail. */
  public String sendId() {
    return sendId;
  }
}
