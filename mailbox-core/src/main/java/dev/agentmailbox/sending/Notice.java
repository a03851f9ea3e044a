package dev.agentmailbox.sending;

import java.time.Instant;

/**
 * A mail from the service to one human, for example that a send waits for approval; deleted once
 * handed over.
 *
 * @param about an approval id, or what {@link dev.agentmailbox.service.notice.OwnerNotices}, {@link
 *     dev.agentmailbox.service.notice.Invitations} or {@link
 *     dev.agentmailbox.service.notice.SendingNotices} encode; unique together with the address
 * @param address recipient
 * @param attempts delivery attempts made
 * @param dueAt next attempt
 */
public record Notice(
    String organizationId, String about, String address, int attempts, Instant dueAt) {
  /** This notice after a failed attempt. */
  public Notice again(Instant at) {
    return new Notice(organizationId, about, address, attempts + 1, at);
  }

  /** This notice with another due time. */
  public Notice due(Instant at) {
    return new Notice(organizationId, about, address, attempts, at);
  }

  /** Omits the address. */
  @Override
  public String toString() {
    return "Notice[" + about + "]";
  }
}
