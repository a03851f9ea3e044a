package dev.agentmailbox.http.server;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.SessionCookie;
import java.util.Optional;

/**
 * Finds out who is asking. Runs on a worker thread for every request that is not public, so
 * implementations remember what they found for some seconds. Must be thread safe.
 */
@FunctionalInterface
public interface Authenticator {
  /** The caller with this key; empty when the key is unknown, expired or revoked. */
  Optional<Caller> withKey(KeySecret key);

  /**
   * The human of this session; empty when there is none. Only asked when the request carries no
   * {@code Authorization}.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code origin_mismatch}
   */
  default Optional<Caller> withSession(Session session) {
    return Optional.empty();
  }

  /**
   * What a browser sent along.
   *
   * @param cookie the session cookie
   * @param origin the {@code Origin} header
   * @param changesState whether the method is anything but GET or HEAD
   * @param isUse whether a human asks, and not a timer in its browser: only then the session lives
   *     on
   */
  record Session(
      SessionCookie cookie, Optional<String> origin, boolean changesState, boolean isUse) {
    /** Says nothing of the cookie. */
    @Override
    public String toString() {
      return "Session[…]";
    }
  }
}
