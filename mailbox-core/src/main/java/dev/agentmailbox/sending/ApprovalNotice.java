package dev.agentmailbox.sending;

import java.time.Instant;

/**
 * A mail of the service to one human, that a send waits for a decision; there until it was handed
 * over.
 *
 * @param address whom it is for
 * @param attempts hand-overs tried
 * @param dueAt when it is tried next
 */
public record ApprovalNotice(
    String organizationId, String approvalId, String address, int attempts, Instant dueAt) {
  /** The same notice, to be tried again. */
  public ApprovalNotice again(Instant at) {
    return new ApprovalNotice(organizationId, approvalId, address, attempts + 1, at);
  }

  /** The same notice, due at another time. */
  public ApprovalNotice due(Instant at) {
    return new ApprovalNotice(organizationId, approvalId, address, attempts, at);
  }

  /** Says nothing of the address. */
  @Override
  public String toString() {
    return "ApprovalNotice[" + approvalId + "]";
  }
}
