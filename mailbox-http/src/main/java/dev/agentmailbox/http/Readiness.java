package dev.agentmailbox.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store answers. It is asked on a thread apart and never twice at once, and its answer
 * is kept for a second, so that asking costs a caller's requests and not the store. Thread safe.
 */
final class Readiness {
  /** How long an answer is kept. */
  static final Duration KEPT = Duration.ofSeconds(1);

  /** A store that takes longer counts as away. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final BooleanSupplier storeAnswers;
  private final Duration patience;
  private @Nullable CompletableFuture<Boolean> newest;
  private long askedNanos;

  Readiness(BooleanSupplier storeAnswers, Duration patience) {
    this.storeAnswers = storeAnswers;
    this.patience = patience;
  }

  /** The newest answer, at most {@link #KEPT} old; false when it takes too long. */
  CompletionStage<Boolean> ask() {
    return newest().copy().completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized CompletableFuture<Boolean> newest() {
    long now = System.nanoTime();
    CompletableFuture<Boolean> known = newest;
    if (known == null || (known.isDone() && now - askedNanos > KEPT.toNanos())) {
      CompletableFuture<Boolean> asked = new CompletableFuture<>();
      Thread asking = new Thread(() -> asked.complete(asked()), "mailbox-ready");
      asking.setDaemon(true);
      asking.start();
      askedNanos = now;
      newest = asked;
      return asked;
    }
    return known;
  }

  private boolean asked() {
    try {
      return storeAnswers.getAsBoolean();
    } catch (RuntimeException away) {
      return false;
    }
  }
}
