package dev.agentmailbox.jakarta;

import jakarta.mail.Address;
import jakarta.mail.SendFailedException;

/**
 * The mail was accepted and waits for a human: it leaves if one approves it. Sending it again is
 * not needed; all its recipients are among the valid unsent ones.
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

  /** {@code out_…}, whose record says what is decided; empty for a repeat of an earlier mail. */
  public String sendId() {
    return sendId;
  }
}
