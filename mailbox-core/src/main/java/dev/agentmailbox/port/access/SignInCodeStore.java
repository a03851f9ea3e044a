package dev.agentmailbox.port.access;

import dev.agentmailbox.access.SignInCode;
import java.time.Instant;
import java.util.Optional;

/** Codes that were mailed; one for each subject. */
public interface SignInCodeStore {
  /** Puts a code in place of the subject's former one. */
  void put(SignInCode code);

  /**
   * Counts one attempt.
   *
   * @return the code with the attempt counted; empty when there is none, it expired, or it was
   *     tried {@link SignInCode#MAX_ATTEMPTS} times before; exact under any concurrency
   */
  Optional<SignInCode> attempt(String subject, Instant now);

  void remove(String subject);

  /** Removes expired codes, at most {@code limit}; returns how many. */
  int removeExpired(Instant now, int limit);
}
