package dev.agentmailbox.sending;

import java.time.Instant;

/**
 * A mail of the service to one human, for example that a send waits for a decision; there until it
 * was handed over.
 *
 * @param about an approval, or a new owner as {@link dev.agentmailbox.service.notice.OwnerNotices}
 *     writes it; one mail about it goes to an address at a time
 * @param address of the human
 * @param attempts hand-overs tried
 * @param dueAt when it is tried next
 */
public record Notice(
    String organizationId, String about, String address, int attempts, Instant dueAt) {
  /** The same notice, to be tried again. */
  public Notice again(Instant at) {
    return new Notice(organizationId, about, address, attempts + 1, at);
  }

  /** The same notice, due at another time. */
  public Notice due(Instant at) {
    return new Notice(organizationId, about, address, attempts, at);
  }

  /** Says nothing of the address. */
  @Override
  public String toString() {
    return "Notice[" + about + "]";
  }
}
