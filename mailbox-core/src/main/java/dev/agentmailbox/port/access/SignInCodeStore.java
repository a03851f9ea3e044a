package dev.agentmailbox.port.access;

import dev.agentmailbox.access.SignInCode;
import java.time.Instant;
import java.util.Optional;

/** Mailed sign-in codes, one per subject. */
public interface SignInCodeStore {
  /** Stores a code, replacing the subject's previous one. */
  void put(SignInCode code);

  /**
   * Atomically counts one attempt.
   *
   * @return the code with the attempt counted; empty when there is none, it has expired, or it had
   *     {@link SignInCode#MAX_ATTEMPTS} attempts already
   */
  Optional<SignInCode> attempt(String subject, Instant now);

  void remove(String subject);

  /** Removes expired codes, at most {@code limit}; returns the number removed. */
  int removeExpired(Instant now, int limit);
}
