package dev.agentmailbox.http;

import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks something that may block, on a separate thread and one call at a time, and caches the
 * answer, so that frequent callers cost nothing. Thread safe.
 */
final class Probe<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

  private final String name;
  private final Supplier<T> question;
  private final T unknown;
  private final Duration kept;
  private final Duration patience;
  private @Nullable CompletableFuture<T> newest;

  /** The newest answer, or unknown once it times out; shared by all callers. */
  private CompletableFuture<T> inTime;

  private long askedNanos;

  /**
   * Asks nothing yet.
   *
   * @param name of the thread
   * @param unknown the answer when the question throws or takes longer than {@code patience}
   * @param kept how long an answer is cached
   */
  Probe(String name, Supplier<T> question, T unknown, Duration kept, Duration patience) {
    this.name = name;
    this.question = question;
    this.unknown = unknown;
    this.kept = kept;
    this.patience = patience;
    this.inTime = CompletableFuture.completedFuture(unknown);
  }

  /** The newest answer. */
  synchronized CompletionStage<T> ask() {
    long now = System.nanoTime();
    CompletableFuture<T> known = newest;
    if (known == null || (known.isDone() && now - askedNanos > kept.toNanos())) {
      CompletableFuture<T> asked = new CompletableFuture<>();
      DaemonThreads.named(name, () -> answer(asked)).start();
      askedNanos = now;
      newest = asked;
      inTime = asked.copy().completeOnTimeout(unknown, patience.toMillis(), TimeUnit.MILLISECONDS);
    }
    return inTime;
  }

  private void answer(CompletableFuture<T> asked) {
    T answer = unknown;
    try {
      answer = question.get();
    } catch (RuntimeException away) {
      LOG.debug("{}: no answer", name, away);
    } finally {
      // Also after an Error, which propagates to the thread's handler.
      asked.complete(answer);
    }
  }
}
