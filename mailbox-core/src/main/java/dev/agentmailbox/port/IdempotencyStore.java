package dev.agentmailbox.port;

import java.time.Instant;
import java.util.Optional;

/** Which keyed requests were made and what they were answered. */
public interface IdempotencyStore {
  /** What is known of a key; empty when it is new or has expired. */
  Optional<Entry> find(String key, Instant now);

  /**
   * Claims a key for a request body. Also locks it until the transaction ends, so that of several
   * at once one runs and the others wait a little.
   *
   * @return CLAIMED for a key that is new or has expired, TAKEN when it is known (read {@link
   *     #find}), RUNNING when another transaction holds it and did not end within a quarter of a
   *     second
   */
  Claim claim(String key, String bodyHash, Instant now, Instant expiresAt);

  /** Stores the answer of a known key; it replaces an earlier one. An unknown key stays so. */
  void answer(String key, Answer answer);

  /** As {@link #answer(String, Answer)}, and changes when the key expires. */
  void answer(String key, Answer answer, Instant expiresAt);

  /** Removes expired keys, at most {@code limit}; returns how many. */
  int removeExpired(Instant now, int limit);

  /** The outcome of a claim. */
  enum Claim {
    CLAIMED,
    TAKEN,
    RUNNING
  }

  /**
   * A known key.
   *
   * @param answer empty while no request with it was accepted
   */
  record Entry(String bodyHash, Optional<Answer> answer) {}

  /**
   * An answer as the door wrote it.
   *
   * @param status the door's status number
   * @param body the answer's text
   */
  record Answer(int status, String body) {
    /** Says nothing of the body. */
    @Override
    public String toString() {
      return "Answer[" + status + "]";
    }
  }
}
