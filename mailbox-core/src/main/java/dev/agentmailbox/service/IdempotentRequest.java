package dev.agentmailbox.service;

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
 * Does one keyed request once. The door that read the {@code Idempotency-Key} makes it; the
 * operation calls {@link #replay} when scope and permission are known, {@link #claim} when the
 * request has passed the checks before it, and {@link #finish} with its result, all inside its
 * write transaction. A refusal after the claim keeps the key for this body ({@link
 * IdempotencyRunner}).
 *
 * <p>Belongs to one request; not thread safe.
 *
 * @param <T> result of the operation
 */
public final class IdempotentRequest<T> {
  /** How long a key is remembered, but for what is finished {@link #finishForGood for good}. */
  public static final Duration KEPT = Duration.ofDays(7);

  /** The end of a key that lives as long as the record its request made; such records are kept. */
  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private final @Nullable String key;
  private final String bodyHash;
  private final Function<T, IdempotencyStore.Answer> render;
  private boolean claimed;

  private IdempotentRequest(
      @Nullable String key, String bodyHash, Function<T, IdempotencyStore.Answer> render) {
    this.key = key;
    this.bodyHash = bodyHash;
    this.render = render;
  }

  /** A request without a key: nothing is remembered. */
  public static <T> IdempotentRequest<T> unkeyed() {
    return new IdempotentRequest<>(null, "", result -> new IdempotencyStore.Answer(0, ""));
  }

  /**
   * A request with a key.
   *
   * @param key the key bound to organization, scope, operation and path: what the store knows it by
   * @param bodyHash hash of the canonical body
   * @param render writes the answer as it will be repeated
   */
  public static <T> IdempotentRequest<T> keyed(
      String key, String bodyHash, Function<T, IdempotencyStore.Answer> render) {
    return new IdempotentRequest<>(key, bodyHash, render);
  }

  /** Leaves the operation with {@link Replay} when this very request was accepted before. */
  public void replay(StoreTransaction tx, Instant now) {
    claimed = false;
    known(tx, now)
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
   * @throws MailboxException {@code idempotency_conflict} when it was used with another body
   */
  public void claim(StoreTransaction tx, Instant now) {
    if (!tryClaim(tx, now)) {
      throw MailboxException.of(
          ErrorCode.IDEMPOTENCY_CONFLICT,
          "this Idempotency-Key was used with another request body");
    }
  }

  /** Claims the key for this body; false when it was used with another one. */
  public boolean tryClaim(StoreTransaction tx, Instant now) {
    if (key == null) {
      return true;
    }
    claimed =
        switch (tx.idempotency().claim(key, bodyHash, now, now.plus(KEPT))) {
          case CLAIMED -> true;
          case RUNNING -> throw new StillRunning();
          case TAKEN -> isOurs(tx, now);
        };
    return claimed;
  }

  /** Whether a known key was used with this body and has no answer yet. */
  private boolean isOurs(StoreTransaction tx, Instant now) {
    replay(tx, now);
    return known(tx, now).filter(entry -> entry.bodyHash().equals(bodyHash)).isPresent();
  }

  /** Remembers the answer and passes the result through. */
  public T finish(StoreTransaction tx, T result) {
    if (key != null) {
      tx.idempotency().answer(key, render.apply(result));
    }
    return result;
  }

  /**
   * As {@link #finish}, and the key is remembered as long as what the request made: a repeat may
   * come whenever, and must not do it again.
   */
  public T finishForGood(StoreTransaction tx, T result) {
    if (key != null) {
      tx.idempotency().answer(key, render.apply(result), NEVER);
    }
    return result;
  }

  /** Whether the operation came as far as the claim. */
  boolean isClaimed() {
    return claimed;
  }

  Optional<String> key() {
    return Optional.ofNullable(key);
  }

  String bodyHash() {
    return bodyHash;
  }

  private Optional<IdempotencyStore.Entry> known(StoreTransaction tx, Instant now) {
    return key == null ? Optional.empty() : tx.idempotency().find(key, now);
  }

  /** The request was accepted before; carries what was answered. Not an error. */
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

  /** Another transaction holds the key; {@link IdempotencyRunner} tries again. */
  static final class StillRunning extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StillRunning() {
      super("in progress", null, false, false);
    }
  }
}
