package dev.agentmailbox.http.server;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.SessionCookie;
import java.util.Optional;

/**
 * Authenticates callers, on a worker thread for every request that is not public. Must be thread
 * safe.
 */
@FunctionalInterface
public interface Authenticator {
  /** The caller with this key; empty when the key is unknown, expired or revoked. */
  Optional<Caller> withKey(KeySecret key);

  /**
   * The human of this session; empty when there is none. Only called without an {@code
   * Authorization} header.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code origin_mismatch}
   */
  default Optional<Caller> withSession(Session session) {
    return Optional.empty();
  }

  /**
   * The session-related headers of a browser.
   *
   * @param cookie the session cookie
   * @param origin the {@code Origin} header
   * @param changesState whether the method is neither GET nor HEAD
   * @param isUse false for requests of the console's timer, which do not extend the session
   */
  record Session(
      SessionCookie cookie, Optional<String> origin, boolean changesState, boolean isUse) {
    /** Omits the cookie. */
    @Override
    public String toString() {
      return "Session[…]";
    }
  }
}
