package dev.agentmailbox.http.server;

import dev.agentmailbox.access.Scope;

/** The daily quota of API calls per organization, counted exactly. Must be thread safe. */
@FunctionalInterface
public interface CallQuota {
  /**
   * Counts a call with a key.
   *
   * @param scope of the key
   * @throws dev.agentmailbox.error.MailboxException {@code daily_limit_exceeded} with the time
   *     until the next window
   */
  void take(Scope scope);
}
