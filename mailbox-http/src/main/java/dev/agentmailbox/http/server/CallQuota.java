package dev.agentmailbox.http.server;

import dev.agentmailbox.access.Scope;

/** The exact daily count of API calls of an organization. Must be thread safe. */
@FunctionalInterface
public interface CallQuota {
  /**
   * Counts one call with a key.
   *
   * @param scope of the key
   * @throws dev.agentmailbox.error.MailboxException {@code daily_limit_exceeded} with the time
   *     until the next window
   */
  void take(Scope scope);
}
