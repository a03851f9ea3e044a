package dev.agentmailbox.service.request;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An idempotent request. The API layer creates it from the {@code Idempotency-Key}; the operation
 * calls {@link #replay} once scope and permission are checked, {@link #claim} once the request has
 * passed the preceding checks, and {@link #finish} with its result, all in its write transaction. A
 * failure after the claim keeps the key bound to this body ({@link IdempotencyRunner}).
 *
 * <p>A key that was unknown to {@code replay} is written once, with the response: if somebody else
 * has written it meanwhile, the transaction is rolled back and the next run claims it first.
 *
 * <p>Confined to one request; not thread safe.
 *
 * @param <T> result of the operation
 */
public final class IdempotentRequest<T> {
  /** How long keys are kept, except those of {@link #finishWithoutExpiry}. */
  public static final Duration KEPT = Duration.ofDays(7);

  /** Expiry of a key that is kept as long as the record it created, which is never deleted. */
  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private final IdempotencyStore.@Nullable Key key;
  private final String bodyHash;
  private final Function<T, IdempotencyStore.Answer> render;
  private boolean isNew;
  private boolean isContended;
  private boolean hasBegun;
  private boolean claimed;
  private boolean written;
  private Instant claimedAt = Instant.EPOCH;
  private Instant expiresAt = Instant.EPOCH;

  private IdempotentRequest(
      IdempotencyStore.@Nullable Key key,
      String bodyHash,
      Function<T, IdempotencyStore.Answer> render) {
    this.key = key;
    this.bodyHash = bodyHash;
    this.render = render;
  }

  /** A request without a key; nothing is recorded. */
  public static <T> IdempotentRequest<T> unkeyed() {
    return new IdempotentRequest<>(null, "", result -> new IdempotencyStore.Answer(0, ""));
  }

  /**
   * A request with a key.
   *
   * @param organizationId whose request it is; empty when it concerns no organization
   * @param key key qualified by scope, operation and path, as stored
   * @param bodyHash hash of the canonical body
   * @param render serializes the result for replay
   */
  public static <T> IdempotentRequest<T> keyed(
      String organizationId,
      String key,
      String bodyHash,
      Function<T, IdempotencyStore.Answer> render) {
    return new IdempotentRequest<>(new IdempotencyStore.Key(organizationId, key), bodyHash, render);
  }

  /** Throws {@link Replay} when this request was accepted before. */
  public void replay(StoreTransaction tx, Instant now) {
    Optional<IdempotencyStore.Entry> known = known(tx, now);
    isNew = known.isEmpty();
    known
        .filter(entry -> entry.bodyHash().equals(bodyHash))
        .flatMap(IdempotencyStore.Entry::answer)
        .ifPresent(
            answer -> {
              throw new Replay(answer);
            });
  }

  /**
   * Claims the key for this body.
   *
   * @throws MailboxException {@code idempotency_conflict} when the key was used with another body
   */
  public void claim(StoreTransaction tx, Instant now) {
    if (!tryClaim(tx, now)) {
      throw MailboxException.of(
          ErrorCode.IDEMPOTENCY_CONFLICT,
          "this Idempotency-Key was already used with a different request body");
    }
  }

  /** Claims the key for this body; false when the key was used with another body. */
  public boolean tryClaim(StoreTransaction tx, Instant now) {
    if (key == null) {
      return true;
    }
    claimedAt = now;
    expiresAt = now.plus(KEPT);
    written = !isNew || isContended;
    claimed =
        !written
            || switch (write(tx, key, Optional.empty())) {
              case CLAIMED -> true;
              case RUNNING -> throw new StillRunning();
              case TAKEN -> isOurs(tx, now);
            };
    return claimed;
  }

  private IdempotencyStore.Claim write(
      StoreTransaction tx, IdempotencyStore.Key key, Optional<IdempotencyStore.Answer> answer) {
    return tx.idempotency()
        .claim(key, new IdempotencyStore.Entry(bodyHash, answer), claimedAt, expiresAt);
  }

  /** Whether a known key was used with this body and has no recorded response yet. */
  private boolean isOurs(StoreTransaction tx, Instant now) {
    replay(tx, now);
    return known(tx, now).filter(entry -> entry.bodyHash().equals(bodyHash)).isPresent();
  }

  /** Records the result and returns it. */
  public T finish(StoreTransaction tx, T result) {
    if (key != null) {
      record(tx, key, render.apply(result));
    }
    return result;
  }

  /**
   * As {@link #finish}, but keeps the key as long as the record it created: a duplicate must not
   * repeat the operation however late it comes.
   */
  public T finishWithoutExpiry(StoreTransaction tx, T result) {
    expiresAt = NEVER;
    return finish(tx, result);
  }

  private void record(
      StoreTransaction tx, IdempotencyStore.Key key, IdempotencyStore.Answer answer) {
    if (written) {
      tx.idempotency().answer(key, answer, expiresAt);
    } else {
      writeFirst(tx, key, Optional.of(answer));
    }
  }

  private void writeFirst(
      StoreTransaction tx, IdempotencyStore.Key key, Optional<IdempotencyStore.Answer> answer) {
    if (!claimed) {
      throw new IllegalStateException("the key is not claimed");
    }
    written = true;
    claimed = write(tx, key, answer) == IdempotencyStore.Claim.CLAIMED;
    if (!claimed) {
      throw new StillRunning();
    }
  }

  /** Called when a transaction starts, which may be that of a run that was rolled back. */
  void begin() {
    isContended |= hasBegun;
    hasBegun = true;
    claimed = false;
    written = false;
  }

  /** Called before a transaction ends: writes a claim whose response comes later. */
  void end(StoreTransaction tx) {
    if (key != null && claimed && !written) {
      writeFirst(tx, key, Optional.empty());
    }
  }

  /** Called when another request with this key was running: it may be known now. */
  void contended() {
    isContended = true;
  }

  /** Whether the key was claimed. */
  boolean isClaimed() {
    return claimed;
  }

  Optional<IdempotencyStore.Key> key() {
    return Optional.ofNullable(key);
  }

  private Optional<IdempotencyStore.Entry> known(StoreTransaction tx, Instant now) {
    return key == null ? Optional.empty() : tx.idempotency().find(key, now);
  }

  /** Thrown when the request was accepted before; carries the recorded response. Not an error. */
  public static final class Replay extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient IdempotencyStore.Answer answer;

    Replay(IdempotencyStore.Answer answer) {
      super("answered before", null, false, false);
      this.answer = answer;
    }

    public IdempotencyStore.Answer answer() {
      return answer;
    }
  }

  /** Another transaction holds the key; {@link IdempotencyRunner} retries. */
  static final class StillRunning extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StillRunning() {
      super("in progress", null, false, false);
    }
  }
}
