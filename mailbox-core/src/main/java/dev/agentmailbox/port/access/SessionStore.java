package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Session;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sessions of humans. */
public interface SessionStore {
  /** Adds a session; its hash is of 256 random bits and new. */
  void insert(Session session);

  /** The session of that cookie, idle ones included. */
  Optional<Session> find(String cookieHash);

  /** Notes when the session was last used; callers do so at most once a minute for each. */
  void touch(String cookieHash, Instant usedAt);

  /** Writes until when the human counts as verified in this session. */
  void setVerifiedUntil(String cookieHash, Instant verifiedUntil);

  /**
   * Writes where the human acts, in every session that follows from one sign-in.
   *
   * @param organizationId null for nowhere in particular
   */
  void choose(String signInId, @Nullable String organizationId);

  /** Ends every session that follows from one sign-in. */
  void endSignIn(String signInId);

  /** Ends every session of a person. */
  void endAll(String userId);

  /** Removes sessions last used at or before that time, at most {@code limit}; returns how many. */
  int removeIdle(Instant usedAtMost, int limit);
}
