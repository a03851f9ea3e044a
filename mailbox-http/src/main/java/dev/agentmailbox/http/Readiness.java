package dev.agentmailbox.http;

import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store answers. It is asked on a thread apart and never twice at once, and its answer
 * is kept for a second, so that asking costs a caller's requests and not the store. Thread safe.
 */
final class Readiness {
  /** How long an answer is kept. */
  static final Duration KEPT = Duration.ofSeconds(1);

  /** A store that takes longer counts as away. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

  private final BooleanSupplier storeAnswers;
  private final Duration patience;
  private @Nullable CompletableFuture<Boolean> newest;

  /** The newest, or false once it takes too long; one for all questions. */
  private CompletableFuture<Boolean> inTime = CompletableFuture.completedFuture(false);

  private long askedNanos;
  private volatile boolean ended;

  Readiness(BooleanSupplier storeAnswers, Duration patience) {
    this.storeAnswers = storeAnswers;
    this.patience = patience;
  }

  /** The newest answer, at most {@link #KEPT} old; false when it takes too long. */
  synchronized CompletionStage<Boolean> ask() {
    long now = System.nanoTime();
    CompletableFuture<Boolean> known = newest;
    if (known == null || (known.isDone() && now - askedNanos > KEPT.toNanos())) {
      CompletableFuture<Boolean> asked = new CompletableFuture<>();
      DaemonThreads.named("mailbox-ready", () -> askStore(asked)).start();
      askedNanos = now;
      newest = asked;
      inTime = asked.copy().completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS);
    }
    return inTime;
  }

  private void askStore(CompletableFuture<Boolean> asked) {
    boolean answers = false;
    try {
      answers = storeAnswers.getAsBoolean();
    } catch (RuntimeException away) {
      LOG.debug("the store does not answer", away);
    } finally {
      // Also after an error, which goes on to the thread's handler.
      asked.complete(answers);
    }
  }

  /** The service stops: it is not ready any more, whatever the store answers. */
  void end() {
    ended = true;
  }

  /** Whether the service stops. */
  boolean isEnded() {
    return ended;
  }
}
