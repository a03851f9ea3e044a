package dev.agentmailbox.memory;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is particular to the in-memory store; the contract kit tests the rest. */
class InMemoryStoreTest {
  private final MailboxStore store = new InMemoryStore();

  @Test
  void work_that_calls_the_store_fails_at_once() {
    assertThrows(IllegalStateException.class, () -> store.read(tx -> store.read(t -> 1)));
    assertThrows(IllegalStateException.class, () -> store.read(tx -> store.write(t -> 1)));
    assertThrows(IllegalStateException.class, () -> store.write(tx -> store.read(t -> 1)));
    assertThrows(IllegalStateException.class, () -> store.write(tx -> store.write(t -> 1)));
    assertEquals("works on", store.write(tx -> "works on"));
  }

  @Test
  void a_reading_transaction_cannot_change_anything() {
    StoreFixtures.world(store);
    assertThrows(
        IllegalStateException.class,
        () ->
            store.read(
                tx -> {
                  tx.settings().put("name", "value");
                  return true;
                }));
    assertThrows(
        IllegalStateException.class,
        () ->
            store.read(
                tx -> {
                  tx.publish(StoreFixtures.event("evt_1", ONE, StoreFixtures.START));
                  return true;
                }));
    assertEquals(Optional.empty(), store.read(tx -> tx.settings().get("name")));
  }

  @Test
  void a_transaction_is_of_no_use_after_its_work() {
    StoreTransaction ended = store.write(tx -> tx);
    SettingStore settings = store.write(StoreTransaction::settings);

    assertThrows(IllegalStateException.class, ended::settings);
    assertThrows(IllegalStateException.class, () -> settings.put("name", "value"));
  }

  @Test
  void a_transaction_is_of_no_use_on_another_thread() {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      store.write(
          tx -> {
            Future<?> settings = other.submit(tx::settings);
            ExecutionException thrown =
                assertThrows(ExecutionException.class, () -> settings.get(10, TimeUnit.SECONDS));
            return assertInstanceOf(IllegalStateException.class, thrown.getCause());
          });
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void readers_run_side_by_side() {
    CountDownLatch both = new CountDownLatch(2);

    assertEquals(List.of(true, true), Race.run(2, i -> meet(both)));
  }

  private boolean meet(CountDownLatch both) {
    return store.read(
        tx -> {
          both.countDown();
          try {
            return both.await(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
          }
        });
  }

  @Test
  void a_closed_store_refuses_transactions() {
    store.close();
    store.close();

    assertThrows(StoreException.class, () -> store.read(tx -> 1));
    assertThrows(StoreException.class, () -> store.write(tx -> 1));
  }

  @Test
  void an_event_without_an_organization_rolls_everything_back() {
    assertThrows(
        StoreException.class,
        () ->
            store.write(
                tx -> {
                  tx.settings().put("name", "value");
                  tx.publish(StoreFixtures.event("evt_1", ONE, StoreFixtures.START));
                  return true;
                }));

    assertEquals(Optional.empty(), store.read(tx -> tx.settings().get("name")));
  }

  @Test
  void a_message_over_the_limit_is_refused_while_it_is_written() throws IOException {
    ContentStore content = new InMemoryStore(10).content();
    try (ContentStore.Spool spool = content.spool()) {
      spool.out().write(new byte[9]);
      assertThrows(IOException.class, () -> spool.out().write(new byte[2]));
      spool.out().write(1);
      assertThrows(IOException.class, () -> spool.out().write(1));
      assertEquals(10, spool.written().size());
    }
  }

  @Test
  void kept_content_cannot_be_written_on() throws IOException {
    try (ContentStore.Spool spool = store.content().spool()) {
      spool.out().write(1);
      spool.keep();
      assertThrows(IOException.class, () -> spool.out().write(1));
    }
  }
}
