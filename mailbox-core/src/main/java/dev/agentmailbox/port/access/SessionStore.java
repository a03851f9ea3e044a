package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Session;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Console sessions of humans. */
public interface SessionStore {
  /** Adds a session, whose hash is derived from 256 random bits. */
  void insert(Session session);

  /** Finds the session of a cookie, including an idle one. */
  Optional<Session> find(String cookieHash);

  /** Records when the session was last used; callers throttle to once a minute per session. */
  void touch(String cookieHash, Instant usedAt);

  /** Sets the end of the session's step-up period. */
  void setVerifiedUntil(String cookieHash, Instant verifiedUntil);

  /**
   * Sets the current organization of every session that derives from one sign-in.
   *
   * @param organizationId null for none
   */
  void choose(String signInId, @Nullable String organizationId);

  /** Ends every session that derives from one sign-in. */
  void endSignIn(String signInId);

  /** Ends every session of a human. */
  void endAll(String userId);

  /**
   * Removes sessions last used at or before {@code usedAtMost}, at most {@code limit}; returns the
   * number removed.
   */
  int removeIdle(Instant usedAtMost, int limit);
}
