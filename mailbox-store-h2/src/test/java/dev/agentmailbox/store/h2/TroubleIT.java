package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.IdempotencyStore.Claim;
import dev.agentmailbox.port.MessageFixture;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interrupts, lost races, locks that are held for long, and very long values. */
class TroubleIT {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @TempDir Path directory;
  @AutoClose private H2Store store;

  @BeforeEach
  void open() {
    store = H2Store.open(directory, Clock.systemUTC());
    StoreFixtures.world(store);
  }

  /** H2 closes the whole database when a thread inside it is interrupted, but not with async:. */
  @Test
  void interrupted_threads_do_not_harm_the_others() {
    AtomicInteger acknowledged = new AtomicInteger();
    Race.run(
        racer -> {
          for (int i = 0; i < 40; i++) {
            if (racer < 4) {
              Thread.currentThread().interrupt();
              try {
                Deliveries.deliver(store, "msg_" + racer + "x" + i);
                acknowledged.incrementAndGet();
              } catch (RuntimeException e) {
                // An interrupted write may fail; what matters is that only it does.
                assertFalse(e instanceof NullPointerException);
              }
              Thread.interrupted();
            } else {
              Deliveries.deliver(store, "msg_" + racer + "x" + i);
              acknowledged.incrementAndGet();
            }
          }
          return true;
        });
    assertTrue(acknowledged.get() >= 160, acknowledged + " acknowledged");
    long logged = store.read(tx -> tx.events().bounds("org_a")).newest();
    assertTrue(logged >= acknowledged.get());
    Deliveries.deliver(store, "msg_after");
  }

  @Test
  void transactions_that_lock_each_other_out_are_run_again() {
    AtomicInteger runs = new AtomicInteger();
    Race.run(
        2,
        racer -> {
          for (int i = 0; i < 20; i++) {
            store.write(
                tx -> {
                  runs.incrementAndGet();
                  lockBoth(tx, racer == 0 ? ONE : TWO, racer == 0 ? TWO : ONE);
                  return true;
                });
          }
          return true;
        });
    assertEquals(40, bytes(ONE));
    assertEquals(40, bytes(TWO));
    assertTrue(runs.get() >= 40);
  }

  private static void lockBoth(StoreTransaction tx, Scope first, Scope second) {
    assertTrue(tx.inboxes().addStoredBytes(first, 1));
    assertTrue(tx.inboxes().addStoredBytes(second, 1));
  }

  private long bytes(Scope inbox) {
    return store.read(tx -> tx.inboxes().find(inbox, inbox.id())).orElseThrow().storedBytes();
  }

  @Test
  void a_key_that_another_transaction_holds_is_claimed_once() throws Exception {
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicReference<Claim> first = new AtomicReference<>();
    AtomicReference<Claim> second = new AtomicReference<>();
    Thread holder =
        new Thread(
            () ->
                store.write(
                    tx -> {
                      first.set(claim(tx));
                      claimed.countDown();
                      await(mayEnd);
                      return true;
                    }));
    holder.start();
    await(claimed);
    Thread repeat = new Thread(() -> second.set(store.write(TroubleIT::claim)));
    repeat.start();
    mayEnd.countDown();
    holder.join(DEADLINE.toMillis());
    repeat.join(DEADLINE.toMillis());
    assertEquals(Claim.CLAIMED, first.get());
    assertEquals(Claim.TAKEN, second.get());
  }

  private static Claim claim(StoreTransaction tx) {
    return tx.idempotency()
        .claim(
            new IdempotencyStore.Key("org", "key"),
            new IdempotencyStore.Entry("hash", Optional.empty()),
            StoreFixtures.START,
            StoreFixtures.START.plusSeconds(60));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_refusal_of_the_work_is_thrown_on_unchanged() {
    MailboxException refusal = MailboxException.of(ErrorCode.NOT_FOUND, "no such thing");
    assertSame(
        refusal,
        assertThrows(
            MailboxException.class,
            () ->
                store.write(
                    tx -> {
                      tx.inboxes().addStoredBytes(ONE, 5);
                      throw refusal;
                    })));
    assertEquals(0, bytes(ONE));
  }

  @Test
  void work_must_not_start_another_transaction_or_outlive_its_own() {
    assertThrows(
        IllegalStateException.class,
        () -> store.write(tx -> store.read(inner -> inner.hashCode())));
    StoreTransaction ended = store.read(tx -> tx);
    assertThrows(IllegalStateException.class, ended::messages);
    assertThrows(
        IllegalStateException.class, () -> store.read(tx -> tx.inboxes().addStoredBytes(ONE, 1)));
  }

  @Test
  void failures_do_not_quote_values() {
    Deliveries.deliver(store, "msg_1");
    StoreException failure =
        assertThrows(StoreException.class, () -> Deliveries.deliver(store, "msg_1"));
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      assertFalse(String.valueOf(cause.getMessage()).contains("msg_1"), cause.getMessage());
      assertFalse(String.valueOf(cause.getMessage()).contains("Subject"), cause.getMessage());
    }
  }

  @Test
  void values_of_any_length_are_stored_whole() {
    String longText = "long text \u0001 \uD83D\uDCE7 ".repeat(250_000);
    Message huge =
        MessageFixture.message(ONE, "msg_1")
            .rfcMessageId(longText)
            .subject(longText)
            .inReplyTo(longText)
            .references(List.of(longText))
            .preview(longText)
            .received(longText, Classification.NORMAL)
            .build();
    MessageBody body =
        new MessageBody(List.of(), longText, longText, null, null, Map.of("x-long", longText));
    store.write(
        tx -> {
          tx.messages().insert(huge, body);
          tx.threads().register(ONE, longText, "thr_1", false);
          return true;
        });
    assertEquals(huge, store.read(tx -> tx.messages().find(ONE, "msg_1")).orElseThrow());
    assertEquals(body, store.read(tx -> tx.messages().body(ONE, "msg_1")).orElseThrow());
    assertEquals(
        longText,
        store.read(tx -> tx.threads().known(ONE, List.of(longText))).get(0).rfcMessageId());
    store.write(
        tx -> {
          tx.messages().updateLabels(huge.withLabels(Set.of("trash"), huge.updatedAt()));
          tx.messages().delete(ONE, List.of("msg_1"));
          return true;
        });
    assertTrue(store.read(tx -> tx.messages().find(ONE, "msg_1")).isEmpty());
  }

  @Test
  void the_character_that_databases_cannot_hold_is_left_out() {
    store.write(
        tx -> {
          tx.settings().put("name", "a\0b");
          tx.messages()
              .insert(
                  Deliveries.message("msg_1", "key", StoreFixtures.START),
                  StoreFixtures.body("a\0b"));
          return true;
        });
    assertEquals("ab", store.read(tx -> tx.settings().get("name")).orElseThrow());
    assertEquals("ab", store.read(tx -> tx.messages().body(ONE, "msg_1")).orElseThrow().text());
  }
}
