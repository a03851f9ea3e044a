package dev.agentmailbox.port.access;

/**
 * Observes every code mailed to a human, for a service without outbound mail that has to show the
 * code in another way. Must not block. Called concurrently.
 */
@FunctionalInterface
public interface CodeWatcher {
  /** Ignores codes. */
  CodeWatcher NONE = (purpose, email, code) -> {};

  /**
   * Called when a code was mailed.
   *
   * @param purpose {@code sign-in}, {@code step-up} or {@code join}
   * @param email in lower case
   */
  void codeMailed(String purpose, String email, String code);
}
