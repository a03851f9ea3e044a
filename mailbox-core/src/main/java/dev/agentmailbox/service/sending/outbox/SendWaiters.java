package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads waiting for the outcome of sends. The record of an outcome also writes what a waiting
 * request answers, so that both are one transaction. Thread safe.
 */
final class SendWaiters {
  private final Set<Watch> open = ConcurrentHashMap.newKeySet();

  /**
   * Starts watching; an outcome recorded from now on ends the wait.
   *
   * @param answer writes the answer of the waiting request, in the transaction that records the
   *     outcome; may run several times
   */
  Watch open(String sendId, BiConsumer<StoreTransaction, Send> answer) {
    Watch watch = new Watch(sendId, answer);
    open.add(watch);
    return watch;
  }

  /**
   * Takes over the watches of a send: their threads now wait until {@link Watch#end}, however long
   * the record takes, because an answer of their own could contradict the one being written.
   */
  List<Watch> take(String sendId) {
    List<Watch> waiting = open.stream().filter(watch -> watch.sendId.equals(sendId)).toList();
    return waiting.stream().filter(open::remove).toList();
  }

  /** Ends the waits for a send without an answer. */
  void wake(String sendId) {
    take(sendId).forEach(watch -> watch.end(null));
  }

  /** A registered wait. */
  final class Watch implements AutoCloseable {
    private final String sendId;
    private final BiConsumer<StoreTransaction, Send> answer;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Send outcome;

    private Watch(String sendId, BiConsumer<StoreTransaction, Send> answer) {
      this.sendId = sendId;
      this.answer = answer;
    }

    /** Writes the answer of the waiting request. */
    void answer(StoreTransaction tx, Send recorded) {
      answer.accept(tx, recorded);
    }

    /**
     * Ends the wait.
     *
     * @param recorded the send whose answer was written; null when none was
     */
    void end(@Nullable Send recorded) {
      outcome = recorded;
      ended.countDown();
    }

    /**
     * Waits for the end; returns early when the thread is interrupted, keeping its interrupt
     * status.
     *
     * @return whether to stop waiting: it ended, or the thread was interrupted
     */
    boolean await(Duration limit) {
      try {
        return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    /** The send whose answer was written; waits for a record that has begun. */
    Optional<Send> outcome() {
      if (!open.remove(this)) {
        awaitRecord();
      }
      return Optional.ofNullable(outcome);
    }

    private void awaitRecord() {
      boolean interrupted = false;
      while (true) {
        try {
          ended.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }
}
