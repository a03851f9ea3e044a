package dev.agentmailbox.http.server;

/** The exact daily count of API calls of an organization. Must be thread safe. */
@FunctionalInterface
public interface CallQuota {
  /**
   * Counts one call with a key.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code daily_limit_exceeded} with the time
   *     until the next window
   */
  void take(String organizationId);
}
