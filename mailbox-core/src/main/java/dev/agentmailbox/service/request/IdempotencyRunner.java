package dev.agentmailbox.service.request;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Runs the write of a keyed request. A duplicate that arrives while the original is running waits
 * for it: in the same process without accessing the store, across processes by polling. When the
 * work fails after the claim, its transaction is rolled back and the claim alone is written again,
 * so that the key stays bound to its body while the request can be retried.
 *
 * <p>Thread safe.
 */
public final class IdempotencyRunner {
  /** How long a duplicate waits for the original. */
  static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final MailboxContext context;
  private final ConcurrentHashMap<IdempotencyStore.Key, CountDownLatch> running =
      new ConcurrentHashMap<>();

  public IdempotencyRunner(MailboxContext context) {
    this.context = context;
  }

  /**
   * Runs {@code work} in a write transaction.
   *
   * @throws IdempotentRequest.Replay the request was accepted before
   * @throws MailboxException thrown by the work; {@code conflict} with reason {@code in_progress}
   *     when the original is still running after {@link #MAX_WAIT}
   */
  public <T> T write(IdempotentRequest<?> idempotency, Function<StoreTransaction, T> work) {
    return idempotency.key().isEmpty()
        ? context.write(work)
        : serialized(
            idempotency,
            idempotency.key().get(),
            deadline -> writeKeyed(idempotency, work, deadline));
  }

  /**
   * Runs work that cannot be part of a transaction, such as an outbound HTTP request, between the
   * claim and the recorded response. Duplicates in this process run it once; a duplicate in another
   * process while the original is running runs it again.
   *
   * @throws IdempotentRequest.Replay the request was accepted before
   * @throws MailboxException as {@link #write}
   */
  public <T> T call(IdempotentRequest<T> idempotency, Supplier<T> work) {
    return idempotency.key().isEmpty()
        ? work.get()
        : serialized(
            idempotency,
            idempotency.key().get(),
            deadline -> {
              var unused = writeKeyed(idempotency, tx -> claim(idempotency, tx), deadline);
              T result = work.get();
              return context.write(tx -> idempotency.finish(tx, result));
            });
  }

  private boolean claim(IdempotentRequest<?> idempotency, StoreTransaction tx) {
    idempotency.claim(tx, context.now());
    return true;
  }

  private <T> T serialized(
      IdempotentRequest<?> idempotency, IdempotencyStore.Key key, LongFunction<T> work) {
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    CountDownLatch mine = enter(idempotency, key, deadline);
    try {
      return work.apply(deadline);
    } catch (MailboxException refusal) {
      // A suspended organization is refused before the check that claims the key.
      if (idempotency.isClaimed() && refusal.code() != ErrorCode.ACCOUNT_SUSPENDED) {
        var unused = writeKeyed(idempotency, tx -> claim(idempotency, tx), deadline);
      }
      throw refusal;
    } finally {
      running.remove(key, mine);
      mine.countDown();
    }
  }

  private <T> T writeKeyed(
      IdempotentRequest<?> idempotency, Function<StoreTransaction, T> work, long deadline) {
    while (true) {
      try {
        return context.write(
            tx -> {
              idempotency.begin();
              T result = work.apply(tx);
              idempotency.end(tx);
              return result;
            });
      } catch (IdempotentRequest.StillRunning elsewhere) {
        if (System.nanoTime() > deadline) {
          throw inProgress();
        }
        pause();
      }
    }
  }

  private CountDownLatch enter(
      IdempotentRequest<?> idempotency, IdempotencyStore.Key key, long deadline) {
    CountDownLatch mine = new CountDownLatch(1);
    while (true) {
      CountDownLatch first = running.putIfAbsent(key, mine);
      if (first == null) {
        return mine;
      }
      idempotency.contended();
      try {
        if (!first.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw inProgress();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw inProgress();
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw inProgress();
    }
  }

  private static MailboxException inProgress() {
    return MailboxException.conflict(
        "in_progress", "the first request with this Idempotency-Key is still running");
  }
}
