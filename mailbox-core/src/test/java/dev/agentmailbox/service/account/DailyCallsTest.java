package dev.agentmailbox.service.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.usage.Counter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DailyCallsTest {
  private static final int PATIENCE_SECONDS = 20;

  private final ServiceFixture world =
      new ServiceFixture(new Plan(5, 20, 100 * DailyCalls.MAX_BLOCK));
  private final WatchedStore store = new WatchedStore(world.store);
  private final MailboxContext context =
      new MailboxContext(
          store, world.context.ids(), world.context.clock(), world.context.settings());
  private final DailyCalls calls = new DailyCalls(context);
  private final Scope organization = world.owner.scope();

  @AfterEach
  void close() {
    calls.close();
    world.close();
  }

  private long counted() {
    String id = organization.organizationId();
    return world
        .store
        .read(tx -> tx.usage().days(id, id, context.today(), context.today()))
        .get(0)
        .get(Counter.API_CALLS);
  }

  @Test
  void a_count_that_fails_in_an_unforeseen_way_is_made_the_next_time() throws Exception {
    CountDownLatch twice = new CountDownLatch(2);
    calls.take(organization);
    store.beforeWrite =
        () -> {
          twice.countDown();
          if (twice.getCount() > 0) {
            throw new IllegalStateException("unforeseen");
          }
        };
    calls.start();
    assertTrue(twice.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    calls.close();
    assertEquals(1, counted());
  }

  @Test
  void calls_pass_while_the_store_takes_nothing_and_are_counted_when_it_does() {
    store.beforeWrite =
        () -> {
          throw StoreException.full("no room", null);
        };
    for (int i = 0; i < 3; i++) {
      calls.take(organization);
    }
    store.beforeWrite = () -> {};
    calls.take(organization);
    calls.close();
    assertEquals(4, counted());
  }

  @Test
  void stopping_does_not_interrupt_a_count_that_is_being_written() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    calls.take(organization);
    store.beforeWrite =
        () -> {
          store.beforeWrite = () -> {};
          writing.countDown();
          try {
            go.await();
          } catch (InterruptedException stopped) {
            interrupted.set(true);
          }
        };
    calls.start();
    assertTrue(writing.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    Thread stopping = new Thread(calls::close);
    stopping.start();
    while (stopping.isAlive() && stopping.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    go.countDown();
    stopping.join();
    assertFalse(interrupted.get());
    assertEquals(1, counted());
  }

  @Test
  void a_call_waits_for_no_write_while_a_block_is_left() throws Exception {
    CountDownLatch filling = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    calls.take(organization);
    store.beforeWrite =
        () -> {
          filling.countDown();
          assertTrue(await(go));
        };
    assertTimeoutPreemptively(
        Duration.ofSeconds(PATIENCE_SECONDS),
        () -> {
          for (int i = 1; i < DailyCalls.MAX_BLOCK; i++) {
            calls.take(organization);
          }
        });
    assertTrue(await(filling), "the next block is taken ahead");
    go.countDown();
    store.beforeWrite = () -> {};
    for (int i = 0; i < DailyCalls.MAX_BLOCK; i++) {
      calls.take(organization);
    }
    calls.close();
    assertEquals(2L * DailyCalls.MAX_BLOCK, counted());
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Runs something before each write. */
  private static final class WatchedStore extends ForwardingMailboxStore {
    private final MailboxStore inner;
    private volatile Runnable beforeWrite = () -> {};

    WatchedStore(MailboxStore inner) {
      this.inner = inner;
    }

    @Override
    protected MailboxStore delegate() {
      return inner;
    }

    @Override
    public <T> T write(Function<StoreTransaction, T> work) {
      beforeWrite.run();
      return inner.write(work);
    }
  }
}
