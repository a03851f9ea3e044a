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
 * Probes the store on a separate thread, one probe at a time, and caches the result for a second,
 * so that polling {@code /readyz} costs the store nothing. Thread safe.
 */
final class Readiness {
  /** How long a result is cached. */
  static final Duration KEPT = Duration.ofSeconds(1);

  /** A store that takes longer counts as unavailable. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

  private final BooleanSupplier storeAnswers;
  private final Duration patience;
  private @Nullable CompletableFuture<Boolean> newest;

  /** The newest probe, false once it times out; shared by all callers. */
  private CompletableFuture<Boolean> inTime = CompletableFuture.completedFuture(false);

  private long askedNanos;
  private volatile boolean ended;

  Readiness(BooleanSupplier storeAnswers, Duration patience) {
    this.storeAnswers = storeAnswers;
    this.patience = patience;
  }

  /** The newest result, at most {@link #KEPT} old; false on timeout. */
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
      LOG.debug("the store does not respond", away);
    } finally {
      // Also after an Error, which propagates to the thread's handler.
      asked.complete(answers);
    }
  }

  /** The service is stopping: not ready from now on. */
  void end() {
    ended = true;
  }

  /** Whether the service is stopping. */
  boolean isEnded() {
    return ended;
  }
}
