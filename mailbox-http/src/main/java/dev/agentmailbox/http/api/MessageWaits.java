package dev.agentmailbox.http.api;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Waits for something in the store without holding a thread or a connection: one thread looks for
 * all of them, a few times a second. Thread safe.
 */
final class MessageWaits implements AutoCloseable {
  /** Waits at once; one more is refused. */
  static final int MAX_WAITS = 500;

  private static final Duration PAUSE = Duration.ofMillis(250);

  private final ConcurrentHashMap<Wait<?>, Boolean> open = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "mailbox-waits");
            thread.setDaemon(true);
            return thread;
          });

  private final Future<?> looking =
      clock.scheduleWithFixedDelay(
          this::look, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);

  private record Wait<T>(
      CompletableFuture<Optional<T>> answer, Supplier<Optional<T>> look, long deadlineNanos) {
    /** Returns whether the wait is over. */
    boolean isOver() {
      try {
        Optional<T> found = look.get();
        if (found.isEmpty() && System.nanoTime() < deadlineNanos && !answer.isDone()) {
          return false;
        }
        answer.complete(found);
      } catch (RuntimeException failure) {
        answer.completeExceptionally(failure);
      }
      return true;
    }
  }

  /**
   * Waits until there is something.
   *
   * @param look asked at once and then again and again; short, and may throw
   * @return what was found; empty when the time was up
   */
  <T> CompletionStage<Optional<T>> until(Duration limit, Supplier<Optional<T>> look) {
    if (open.size() >= MAX_WAITS) {
      throw MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "too many callers are waiting");
    }
    Wait<T> wait = new Wait<>(new CompletableFuture<>(), look, System.nanoTime() + limit.toNanos());
    if (!wait.isOver()) {
      open.put(wait, true);
    }
    return wait.answer();
  }

  private void look() {
    open.keySet().removeIf(Wait::isOver);
  }

  /** Ends every wait with nothing. */
  @Override
  public void close() {
    looking.cancel(false);
    clock.shutdown();
    open.keySet().forEach(wait -> wait.answer().complete(Optional.empty()));
    open.clear();
  }
}
