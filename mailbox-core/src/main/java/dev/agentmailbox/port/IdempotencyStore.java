package dev.agentmailbox.port;

import java.time.Instant;
import java.util.Optional;

/** Idempotency keys and the recorded responses. */
public interface IdempotencyStore {
  /** Finds a key; empty when it is unknown or has expired at {@code now}. */
  Optional<Entry> find(Key key, Instant now);

  /**
   * Claims a key for a request body and locks it until the transaction ends, so that concurrent
   * requests with the same key run one at a time.
   *
   * @param entry hash of the request body, to detect reuse of the key with another body, and the
   *     response if the request has one already
   * @return CLAIMED when the key is new or has expired; TAKEN when it is known (see {@link #find});
   *     RUNNING when another transaction holds it and does not end within the lock timeout; this
   *     one must then be rolled back
   */
  Claim claim(Key key, Entry entry, Instant now, Instant expiresAt);

  /**
   * Records the response, replacing an earlier one, and changes the expiry of the key; does nothing
   * when the key is unknown.
   */
  void answer(Key key, Answer answer, Instant expiresAt);

  /** Removes keys that have expired, at most {@code limit}; returns the number removed. */
  int removeExpired(Instant now, int limit);

  /**
   * A key.
   *
   * @param organizationId empty when the request concerns no organization
   * @param text unique within the organization, of any length
   */
  record Key(String organizationId, String text) {}

  /** Outcome of a claim. */
  enum Claim {
    CLAIMED,
    TAKEN,
    RUNNING
  }

  /**
   * A known key.
   *
   * @param answer empty until a request with this key has succeeded
   */
  record Entry(String bodyHash, Optional<Answer> answer) {}

  /**
   * A recorded response.
   *
   * @param status status code of the protocol the request came by, such as HTTP
   * @param body response body
   */
  record Answer(int status, String body) {
    /** Omits the body. */
    @Override
    public String toString() {
      return "Answer[" + status + "]";
    }
  }
}
