package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.EventLog;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import dev.agentmailbox.store.jdbc.transaction.SyncCoalescer;
import dev.agentmailbox.store.jdbc.transaction.WriteLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is acknowledged and what is told, and when, with a disk that does as the test says. */
class DurabilityIT {
  private static final PageRequest ALL = PageRequest.first(PageRequest.MAX_LIMIT);
  private static final Scope ANOTHER = StoreFixtures.inPodP("another");
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path directory;
  private H2Store h2;
  private MailboxStore store;
  private final Semaphore syncing = new Semaphore(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private final AtomicInteger syncs = new AtomicInteger();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private boolean held;

  @BeforeEach
  void open() {
    h2 = H2Store.open(directory, Clock.systemUTC());
    StoreFixtures.world(h2);
    SyncCoalescer coalescer = new SyncCoalescer("test-sync", h2::position, this::sync);
    ContentStore content = h2.content();
    store =
        new JdbcStore(
            h2.connections(),
            new H2Dialect(),
            WriteLock.oneAtATime(DEADLINE),
            coalescer,
            content,
            new UnwrittenContent(0));
  }

  @AfterEach
  void close() {
    mayEnd.release(1_000);
    store.close();
    h2.close();
  }

  private void sync() throws Exception {
    syncs.incrementAndGet();
    if (held) {
      syncing.release();
      assertTrue(mayEnd.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS));
    }
    Exception chosen = failure.get();
    if (chosen != null) {
      throw chosen;
    }
  }

  private List<Long> seen() {
    return store.look(tx -> tx.events().after("org_a", 0, 10)).stream()
        .map(LoggedEvent::sequence)
        .toList();
  }

  @Test
  void an_event_is_told_to_nobody_before_it_is_durable() throws Exception {
    Deliveries.deliver(store, "msg_1");
    held = true;
    Thread writer = new Thread(() -> Deliveries.deliver(store, "msg_2"));
    writer.start();
    assertTrue(syncing.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS));

    assertTrue(store.look(tx -> tx.messages().find(ONE, "msg_2")).isPresent(), "it is committed");
    assertEquals(List.of(1L), seen());
    assertEquals(new EventLog.Bounds(1, 1), store.look(tx -> tx.events().bounds("org_a")));
    assertEquals(1, store.look(tx -> tx.events().ofInboxBefore("org_a", ONE.id(), 99, 10)).size());
    assertTrue(writer.isAlive(), "it is not acknowledged");

    mayEnd.release();
    writer.join(DEADLINE.toMillis());
    assertFalse(writer.isAlive());
    assertEquals(List.of(1L, 2L), seen());
  }

  @Test
  void a_waiting_writer_holds_no_connection_and_no_lock() throws Exception {
    held = true;
    Thread[] writers = new Thread[40];
    for (int i = 0; i < writers.length; i++) {
      String id = "msg_" + i;
      writers[i] = new Thread(() -> Deliveries.deliver(store, id));
      writers[i].start();
    }
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (store
            .look(tx -> tx.search().find(ONE, SearchStore.Query.of("common"), ALL).items())
            .size()
        < writers.length) {
      assertTrue(System.nanoTime() < deadline, "writers wait for each other");
    }
    mayEnd.release(1_000);
    for (Thread writer : writers) {
      writer.join(DEADLINE.toMillis());
    }
    assertEquals(writers.length, store.read(tx -> tx.events().bounds("org_a")).newest());
    assertTrue(syncs.get() < writers.length, "they shared " + syncs.get() + " syncs");
  }

  @Test
  void after_a_failed_sync_nothing_more_is_written() {
    failure.set(new IOException("disk on fire"));
    assertThrows(StoreException.class, () -> Deliveries.deliver(store, "msg_1"));
    assertEquals(List.of(), seen(), "what may be lost is not told");
    failure.set(null);
    assertThrows(
        StoreException.class,
        () ->
            store.write(
                tx -> {
                  throw new AssertionError("the work was run");
                }));
    assertThrows(
        StoreException.class,
        () -> store.read(tx -> tx.organizations().find("org_a")),
        "the newest row may not survive");
  }

  @Test
  void a_write_that_changes_nothing_does_not_wait_for_the_disk() {
    int before = syncs.get();
    boolean inserted =
        store.write(tx -> tx.inboxes().insert(StoreFixtures.inbox(ONE, StoreFixtures.START)));
    assertFalse(inserted);
    store.read(tx -> tx.organizations().first());
    assertEquals(before, syncs.get());
  }

  /** Its row may be gone after a power cut, and then nobody would send it again. */
  @Test
  void a_repeat_is_answered_when_the_first_is_durable() throws Exception {
    held = true;
    Thread first = new Thread(() -> store.write(tx -> tx.inboxes().insert(another())));
    first.start();
    assertTrue(syncing.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS));
    List<Thread> others =
        List.of(
            new Thread(() -> store.write(tx -> tx.inboxes().insert(another()))),
            new Thread(() -> store.read(tx -> tx.inboxes().find(ANOTHER, ANOTHER.id()))),
            new Thread(() -> refused(tx -> tx.inboxes().insert(another()))));
    others.forEach(Thread::start);
    awaitWaiting(others);

    mayEnd.release();
    first.join(DEADLINE.toMillis());
    for (Thread other : others) {
      other.join(DEADLINE.toMillis());
      assertFalse(other.isAlive());
    }
    assertEquals(1, syncs.get(), "they waited for the sync of the first");
  }

  private static Inbox another() {
    return StoreFixtures.inbox(ANOTHER, StoreFixtures.START);
  }

  private void refused(Function<StoreTransaction, Boolean> insert) {
    assertThrows(
        IllegalStateException.class,
        () ->
            store.write(
                tx -> {
                  assertFalse(insert.apply(tx), "it is there");
                  throw new IllegalStateException("refused");
                }));
  }

  private static void awaitWaiting(List<Thread> threads) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!threads.stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING)) {
      assertTrue(System.nanoTime() < deadline, "they did not wait");
      Thread.onSpinWait();
    }
  }
}
