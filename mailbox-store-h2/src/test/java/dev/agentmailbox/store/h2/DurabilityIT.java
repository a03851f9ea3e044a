package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.EventLog;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.SearchStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.store.jdbc.GroupSync;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.WriterLane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is acknowledged and what is told, and when, with a disk that does as the test says. */
class DurabilityIT {
  private static final PageRequest ALL = PageRequest.first(PageRequest.MAX_LIMIT);
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
    GroupSync gate = new GroupSync("test-sync", this::sync);
    ContentStore content = h2.content();
    store =
        new JdbcStore(
            h2.connections(), new H2Dialect(), WriterLane.oneAtATime(DEADLINE), gate, content);
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
    return store.read(tx -> tx.events().after("org_a", 0, 10)).stream()
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

    assertTrue(store.read(tx -> tx.messages().find(ONE, "msg_2")).isPresent(), "it is committed");
    assertEquals(List.of(1L), seen());
    assertEquals(new EventLog.Bounds(1, 1), store.read(tx -> tx.events().bounds("org_a")));
    assertEquals(1, store.read(tx -> tx.events().ofInboxBefore("org_a", ONE.id(), 99, 10)).size());
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
            .read(tx -> tx.search().find(ONE, SearchStore.Query.of("common"), ALL).items())
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
    assertTrue(store.read(tx -> tx.organizations().find("org_a")).isPresent(), "reading goes on");
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
}
