package dev.agentmailbox.store.jdbc.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SyncCoalescerTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final Semaphore started = new Semaphore(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private final AtomicInteger syncs = new AtomicInteger();
  private final AtomicLong written = new AtomicLong();

  /** A sync that says when it starts and ends only when it is told to. */
  private void sync() throws InterruptedException {
    syncs.incrementAndGet();
    started.release();
    assertTrue(mayEnd.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void those_who_come_during_a_sync_share_the_next_one() throws Exception {
    try (SyncCoalescer sync = new SyncCoalescer("test-sync", written::get, this::sync)) {
      Thread first = waiting(sync);
      acquire(started);
      List<Thread> others = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        others.add(waiting(sync));
      }
      awaitBlocked(others);
      mayEnd.release();
      first.join(DEADLINE.toMillis());
      acquire(started);
      assertTrue(others.stream().allMatch(Thread::isAlive), "the second sync has not ended");
      mayEnd.release();
      for (Thread other : others) {
        other.join(DEADLINE.toMillis());
        assertFalse(other.isAlive());
      }
      assertEquals(2, syncs.get());
    }
  }

  @Test
  void what_is_durable_is_not_waited_for() throws Exception {
    written.set(7);
    try (SyncCoalescer sync = new SyncCoalescer("test-sync", written::get, this::sync)) {
      sync.awaitDurable(7);
      mayEnd.release();
      sync.awaitDurable(written.incrementAndGet());
      sync.awaitDurable(8);
      assertEquals(1, syncs.get());
    }
  }

  @Test
  void what_a_sync_under_way_covers_waits_for_that_one() throws Exception {
    try (SyncCoalescer sync = new SyncCoalescer("test-sync", written::get, this::sync)) {
      Thread writer = waiting(sync);
      acquire(started);
      Thread reader = new Thread(() -> sync.awaitDurable(1));
      reader.start();
      awaitBlocked(List.of(reader));
      mayEnd.release();
      reader.join(DEADLINE.toMillis());
      writer.join(DEADLINE.toMillis());
      assertFalse(reader.isAlive() || writer.isAlive());
      assertEquals(1, syncs.get());
    }
  }

  @Test
  void a_failed_sync_fails_its_group_and_everyone_after_it() {
    AtomicInteger calls = new AtomicInteger();
    try (SyncCoalescer sync =
        new SyncCoalescer(
            "test-sync",
            written::get,
            () -> {
              calls.incrementAndGet();
              throw new IOException("disk on fire");
            })) {
      assertThrows(StoreException.class, () -> writeAndWait(sync));
      assertThrows(StoreException.class, sync::requireWritable);
      assertThrows(StoreException.class, () -> writeAndWait(sync));
      assertEquals(1, calls.get(), "a failed sync is never tried again");
    }
  }

  @Test
  void an_interrupt_does_not_end_the_wait_and_is_kept() throws Exception {
    try (SyncCoalescer sync = new SyncCoalescer("test-sync", written::get, this::sync)) {
      CountDownLatch interrupted = new CountDownLatch(1);
      Thread waiting =
          new Thread(
              () -> {
                writeAndWait(sync);
                if (Thread.currentThread().isInterrupted()) {
                  interrupted.countDown();
                }
              });
      waiting.start();
      acquire(started);
      waiting.interrupt();
      mayEnd.release();
      assertTrue(interrupted.await(DEADLINE.toSeconds(), TimeUnit.SECONDS));
    }
  }

  @Test
  void closing_syncs_for_those_who_wait_and_refuses_later_ones() throws Exception {
    SyncCoalescer sync = new SyncCoalescer("test-sync", written::get, this::sync);
    Thread first = waiting(sync);
    acquire(started);
    Thread second = waiting(sync);
    awaitBlocked(List.of(second));
    mayEnd.release(2);
    sync.close();
    first.join(DEADLINE.toMillis());
    second.join(DEADLINE.toMillis());
    assertFalse(first.isAlive() || second.isAlive());
    assertThrows(StoreException.class, () -> writeAndWait(sync));
  }

  private void writeAndWait(SyncCoalescer sync) {
    sync.awaitDurable(written.incrementAndGet());
  }

  private Thread waiting(SyncCoalescer sync) {
    Thread thread = new Thread(() -> writeAndWait(sync));
    thread.start();
    return thread;
  }

  private static void acquire(Semaphore semaphore) throws InterruptedException {
    assertTrue(semaphore.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS));
  }

  /** Waits until all of them wait. */
  private static void awaitBlocked(List<Thread> threads) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!threads.stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING)) {
      assertTrue(System.nanoTime() < deadline, "they never waited");
      Thread.onSpinWait();
    }
  }
}
