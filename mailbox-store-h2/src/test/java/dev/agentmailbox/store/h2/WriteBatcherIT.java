package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.store.h2.disk.CallKind;
import dev.agentmailbox.store.h2.disk.FailureKind;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import dev.agentmailbox.usage.Counter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that wait for one that takes long, and then share a transaction. */
class WriteBatcherIT {
  private static final int PATIENCE_SECONDS = 20;
  private static final int ATTEMPTS = 20;

  private final SimulatedDisk disk = new SimulatedDisk(1);
  private final Path directory = disk.root().resolve("data");
  private H2Store store;
  private CountDownLatch mayEnd = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  @BeforeEach
  void open() throws InterruptedException {
    store = H2Store.open(directory, SettableClock.at(StoreFixtures.START));
    StoreFixtures.world(store);
    holdTheLane();
  }

  /** Starts a write that lasts until {@link #mayEnd}. */
  private void holdTheLane() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    mayEnd = end;
    var unused =
        start(
            tx -> {
              begun.countDown();
              await(end);
              return true;
            });
    assertTrue(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @AfterEach
  void close() throws InterruptedException {
    mayEnd.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    store.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private <T> FutureTask<T> start(Function<StoreTransaction, T> work) {
    FutureTask<T> task = new FutureTask<>(() -> store.write(work));
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  /** Returns once the write waits behind those before it. */
  private <T> FutureTask<T> queue(Function<StoreTransaction, T> work) {
    FutureTask<T> task = start(work);
    Thread thread = threads.get(threads.size() - 1);
    while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return task;
  }

  private static Function<StoreTransaction, Boolean> put(String name) {
    return tx -> {
      tx.settings().put(name, "set");
      return true;
    };
  }

  private Optional<String> setting(String name) {
    return store.read(tx -> tx.settings().get(name));
  }

  private static <T> T result(FutureTask<T> task) throws Exception {
    return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** A transaction takes no more writes after its time, which a busy machine may use up. */
  @Test
  void writes_that_wait_are_committed_as_one() throws Exception {
    long commits = 0;
    for (int attempt = 0; attempt < ATTEMPTS && commits != 1; attempt++) {
      FutureTask<Boolean> one = queue(put("one" + attempt));
      FutureTask<Boolean> two = queue(put("two" + attempt));
      long before = store.position();
      mayEnd.countDown();
      assertTrue(result(one) && result(two));
      commits = store.position() - before;
      assertEquals(Optional.of("set"), setting("one" + attempt));
      assertEquals(Optional.of("set"), setting("two" + attempt));
      holdTheLane();
    }
    assertEquals(1, commits);
  }

  @Test
  void a_write_that_fails_undoes_itself_only() throws Exception {
    FutureTask<Boolean> one = queue(put("one"));
    FutureTask<Boolean> failing =
        queue(
            tx -> {
              tx.settings().put("two", "set");
              tx.count(ONE.organizationId(), null, null, Deliveries.DAY, Counter.API_CALLS, 7);
              throw new IllegalStateException("refused");
            });
    FutureTask<Optional<String>> three =
        queue(
            tx -> {
              tx.settings().put("three", "set");
              return tx.settings().get("one");
            });
    mayEnd.countDown();
    assertTrue(result(one));
    ExecutionException refused = assertThrows(ExecutionException.class, () -> result(failing));
    assertTrue(String.valueOf(refused).contains("refused"), () -> String.valueOf(refused));
    assertEquals(Optional.of("set"), result(three), "it sees what the one before it wrote");
    assertEquals(Optional.empty(), setting("two"));
    assertEquals(Optional.of("set"), setting("three"));
    assertEquals(0, calls());
    store.close();
    store = H2Store.open(directory, SettableClock.at(StoreFixtures.START));
    assertEquals(Optional.empty(), setting("two"));
    assertEquals(Optional.of("set"), setting("three"));
  }

  @Test
  void writes_of_a_group_that_cannot_be_committed_all_fail() throws Exception {
    FutureTask<Boolean> one = queue(put("one"));
    FutureTask<Boolean> two = queue(put("two"));
    disk.failFrom(
        1,
        FailureKind.INPUT_OUTPUT,
        (call, path) -> call == CallKind.WRITE && path.startsWith(H2Database.journal(directory)));
    mayEnd.countDown();
    for (FutureTask<Boolean> task : List.of(one, two)) {
      ExecutionException failed = assertThrows(ExecutionException.class, () -> result(task));
      assertTrue(assertInstanceOf(StoreException.class, failed.getCause()).isUndone());
    }
    disk.heal();
    assertEquals(Optional.empty(), setting("one"));
    assertEquals(Optional.empty(), setting("two"));
    assertTrue(store.write(put("three")));
  }

  private long calls() {
    return store.read(WriteBatcherIT::calls);
  }

  private static long calls(StoreTransaction tx) {
    String id = ONE.organizationId();
    return tx.usage().days(id, id, Deliveries.DAY, Deliveries.DAY).get(0).get(Counter.API_CALLS);
  }

  @Test
  void a_write_that_asks_for_counts_has_those_of_the_writes_before_it() throws Exception {
    FutureTask<Boolean> one =
        queue(
            tx -> {
              tx.count(ONE.organizationId(), null, null, Deliveries.DAY, Counter.API_CALLS, 7);
              return true;
            });
    FutureTask<Long> asking = queue(WriteBatcherIT::calls);
    FutureTask<Boolean> three = queue(put("three"));
    mayEnd.countDown();
    assertTrue(result(one));
    assertEquals(7, result(asking));
    assertTrue(result(three));
  }

  @Test
  void events_of_a_group_have_numbers_in_the_order_of_the_writes() throws Exception {
    FutureTask<Boolean> one = queueDelivery("msg_1");
    FutureTask<Boolean> two = queueDelivery("msg_2");
    mayEnd.countDown();
    assertTrue(result(one) && result(two));
    List<LoggedEvent> log =
        store.read(tx -> tx.events().after(ONE.organizationId(), 0, PATIENCE_SECONDS));
    assertEquals(List.of(1L, 2L), log.stream().map(LoggedEvent::sequence).toList());
    assertEquals(List.of("msg_1", "msg_2"), log.stream().map(e -> e.event().messageId()).toList());
  }

  private FutureTask<Boolean> queueDelivery(String id) {
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              Deliveries.deliver(store, id);
              return true;
            });
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    while (!isQueued(thread)) {
      Thread.onSpinWait();
    }
    return task;
  }

  /** It waits for the disk as well, before its write. */
  private static boolean isQueued(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals("awaitLead")) {
        return thread.getState() == Thread.State.TIMED_WAITING;
      }
    }
    return false;
  }

  @Test
  void a_write_that_is_interrupted_while_it_waits_is_not_run() throws Exception {
    FutureTask<Boolean> one = queue(put("one"));
    Thread waiting = threads.get(threads.size() - 1);
    waiting.interrupt();
    ExecutionException refused = assertThrows(ExecutionException.class, () -> result(one));
    assertTrue(assertInstanceOf(StoreException.class, refused.getCause()).isUndone());
    FutureTask<Boolean> two = queue(put("two"));
    mayEnd.countDown();
    assertTrue(result(two));
    assertEquals(Optional.empty(), setting("one"));
  }
}
