package dev.agentmailbox.service.request;

import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.IdempotencyStore.Answer;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to repeats that arrive while the first is running. */
class IdempotencyRunnerTest {
  private static final int REPEATS = 20;
  private static final IdempotencyStore.Key KEY = new IdempotencyStore.Key("org", "key");

  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
  private final InMemoryStore store = new InMemoryStore();
  private final MailboxContext context = context(store);
  private final IdempotencyRunner runner = new IdempotencyRunner(context);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  private MailboxContext context(MailboxStore used) {
    return new MailboxContext(used, new IdFactory(clock), clock, MailboxSettings.DEFAULT);
  }

  private static IdempotentRequest<String> once() {
    return IdempotentRequest.keyed("org", "key", "body", result -> new Answer(202, result));
  }

  /** Runs the keyed request; tells apart who did the work and who was answered again. */
  private String request(IdempotencyRunner used, Runnable work) {
    IdempotentRequest<String> once = once();
    try {
      return used.write(
          once,
          tx -> {
            once.replay(tx, context.now());
            once.claim(tx, context.now());
            work.run();
            return once.finish(tx, "done");
          });
    } catch (IdempotentRequest.Replay replay) {
      return "replayed " + replay.answer().body();
    }
  }

  @Test
  void twenty_requests_at_once_are_one_run() {
    AtomicInteger runs = new AtomicInteger();

    List<String> results = Race.run(REPEATS, i -> request(runner, runs::incrementAndGet));

    assertEquals(1, runs.get());
    assertEquals(1, results.stream().filter("done"::equals).count());
    assertEquals(REPEATS - 1, results.stream().filter("replayed done"::equals).count());
  }

  @Test
  void twenty_requests_of_several_runners_are_one_run_too() {
    AtomicInteger runs = new AtomicInteger();

    List<String> results =
        Race.run(REPEATS, i -> request(new IdempotencyRunner(context), runs::incrementAndGet));

    assertEquals(1, runs.get());
    assertEquals(1, results.stream().filter("done"::equals).count());
  }

  @Test
  void of_many_requests_whose_first_is_refused_another_does_the_work() {
    AtomicInteger tries = new AtomicInteger();

    List<String> results =
        Race.run(
            i -> {
              try {
                return request(
                    runner,
                    () -> {
                      if (tries.incrementAndGet() == 1) {
                        throw MailboxException.of(ErrorCode.DAILY_LIMIT_EXCEEDED, "by the test");
                      }
                    });
              } catch (MailboxException refusal) {
                return refusal.code().name();
              }
            });

    assertEquals(2, tries.get());
    assertEquals(1, results.stream().filter("done"::equals).count());
    assertEquals(1, results.stream().filter("DAILY_LIMIT_EXCEEDED"::equals).count());
  }

  @Test
  void requests_with_other_keys_do_not_wait() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    MailboxStore slowAtFirst = mock(MailboxStore.class, delegatesTo(store));
    doAnswer(
            call -> {
              waiting.countDown();
              await(release);
              return store.write(call.getArgument(0));
            })
        .doAnswer(call -> store.write(call.getArgument(0)))
        .when(slowAtFirst)
        .write(any());
    IdempotencyRunner mixed = new IdempotencyRunner(context(slowAtFirst));
    Future<String> first = threads.submit(() -> request(mixed, () -> {}));
    await(waiting);

    IdempotentRequest<String> other =
        IdempotentRequest.keyed("org", "other key", "body", result -> new Answer(202, result));
    assertEquals("other", mixed.write(other, tx -> "other"));
    release.countDown();
    assertEquals("done", first.get(30, TimeUnit.SECONDS));
  }

  @Test
  void a_repeat_that_cannot_wait_longer_is_told_that_the_first_is_in_progress() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    Future<String> first =
        threads.submit(
            () ->
                request(
                    runner,
                    () -> {
                      waiting.countDown();
                      await(release);
                    }));
    await(waiting);

    Future<MailboxException> repeat =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              return refused(() -> request(runner, () -> {}));
            });
    MailboxException refusal = repeat.get(30, TimeUnit.SECONDS);
    assertEquals(ErrorCode.CONFLICT, refusal.code());
    assertEquals("in_progress", refusal.details().get("reason"));
    release.countDown();
    assertEquals("done", first.get(30, TimeUnit.SECONDS));
  }

  @Test
  void a_key_that_another_process_holds_is_tried_again() {
    AtomicInteger busy = new AtomicInteger(2);

    assertEquals("done", request(waiting(busy), () -> {}));
    assertTrue(busy.get() <= 0);
    assertEquals("replayed done", request(runner, () -> {}));
  }

  @Test
  void a_request_that_cannot_wait_for_another_process_does_not_claim_once_more() throws Exception {
    AtomicInteger busy = new AtomicInteger(REPEATS);
    IdempotencyRunner waiting = waiting(busy);

    Future<MailboxException> refused =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              return refused(() -> request(waiting, () -> {}));
            });
    assertEquals("in_progress", refused.get(30, TimeUnit.SECONDS).details().get("reason"));
    assertEquals(REPEATS - 1, busy.get());
  }

  /** A runner of a store in which another process holds every key for some claims. */
  private IdempotencyRunner waiting(AtomicInteger busy) {
    MailboxStore shared = mock(MailboxStore.class, delegatesTo(store));
    doAnswer(
            call -> {
              Function<StoreTransaction, ?> work = call.getArgument(0);
              return store.write(tx -> work.apply(held(tx, busy)));
            })
        .when(shared)
        .write(any());
    return new IdempotencyRunner(context(shared));
  }

  @Test
  void a_refusal_before_the_claim_of_a_second_run_leaves_the_key_free() {
    AtomicInteger runs = new AtomicInteger();
    IdempotentRequest<String> once = once();
    IdempotencyRunner losing = new IdempotencyRunner(context(losing(runs)));

    assertThrows(
        MailboxException.class,
        () ->
            losing.write(
                once,
                tx -> {
                  if (runs.get() == 1) {
                    throw MailboxException.notFound("inbox");
                  }
                  once.claim(tx, context.now());
                  return "done";
                }));

    assertEquals(Optional.empty(), known());
  }

  @Test
  void work_that_another_process_has_done_meanwhile_is_undone_and_its_answer_repeated() {
    assertEquals(
        "replayed by another process",
        request(runner, () -> {}, tx -> acceptElsewhere(tx, "body")));
    assertEquals(Optional.empty(), store.read(tx -> tx.settings().get("done")));
  }

  @Test
  void a_refusal_of_what_another_process_has_done_meanwhile_is_its_answer() {
    Runnable refuses =
        () -> {
          throw MailboxException.of(ErrorCode.DUPLICATE_SEND, "by the test");
        };
    assertEquals(
        "replayed by another process", request(runner, refuses, tx -> acceptElsewhere(tx, "body")));
  }

  @Test
  void a_key_that_another_process_used_meanwhile_for_another_body_is_a_conflict() {
    MailboxException refusal =
        refused(() -> request(runner, () -> {}, tx -> acceptElsewhere(tx, "other body")));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refusal.code());
    assertEquals(Optional.empty(), store.read(tx -> tx.settings().get("done")));
  }

  @Test
  void a_claim_whose_answer_comes_later_is_written_before_the_work() {
    IdempotentRequest<String> once = once();
    context.read(
        tx -> {
          once.replay(tx, context.now());
          return true;
        });
    Optional<IdempotencyStore.Entry> claimed = Optional.of(entry("body", Optional.empty()));

    assertEquals("true", runner.call(once, () -> String.valueOf(known().equals(claimed))));
    assertEquals(Optional.of(entry("body", Optional.of(new Answer(202, "true")))), known());
  }

  private Optional<IdempotencyStore.Entry> known() {
    return store.read(tx -> tx.idempotency().find(KEY, context.now()));
  }

  /** Reads the key first, as the composition of a mail does, then works in a transaction. */
  private String request(
      IdempotencyRunner used, Runnable work, Consumer<StoreTransaction> between) {
    IdempotentRequest<String> once = once();
    context.read(
        tx -> {
          once.replay(tx, context.now());
          return true;
        });
    store.write(
        tx -> {
          between.accept(tx);
          return true;
        });
    try {
      return used.write(
          once,
          tx -> {
            once.claim(tx, context.now());
            tx.settings().put("done", "here");
            work.run();
            return once.finish(tx, "done");
          });
    } catch (IdempotentRequest.Replay replay) {
      return "replayed " + replay.answer().body();
    }
  }

  private void acceptElsewhere(StoreTransaction tx, String bodyHash) {
    Answer answer = new Answer(202, "by another process");
    Instant now = context.now();
    assertEquals(
        IdempotencyStore.Claim.CLAIMED,
        tx.idempotency()
            .claim(KEY, entry(bodyHash, Optional.of(answer)), now, now.plusSeconds(60)));
  }

  private static IdempotencyStore.Entry entry(String bodyHash, Optional<Answer> answer) {
    return new IdempotencyStore.Entry(bodyHash, answer);
  }

  /** Rolls the first run of a write back, as after a lost race, and runs it again. */
  private MailboxStore losing(AtomicInteger runs) {
    return new ForwardingMailboxStore() {
      @Override
      protected MailboxStore delegate() {
        return store;
      }

      @Override
      public <T> T write(Function<StoreTransaction, T> work) {
        if (runs.get() == 0) {
          assertThrows(
              IllegalStateException.class,
              () ->
                  store.write(
                      tx -> {
                        var unused = work.apply(tx);
                        throw new IllegalStateException("the race is lost");
                      }));
          runs.incrementAndGet();
        }
        return store.write(work);
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Another process holds every key for the first few claims. */
  private static StoreTransaction held(StoreTransaction tx, AtomicInteger busy) {
    StoreTransaction other = mock(StoreTransaction.class, delegatesTo(tx));
    if (busy.getAndDecrement() > 0) {
      IdempotencyStore keys = mock(IdempotencyStore.class, delegatesTo(tx.idempotency()));
      doReturn(IdempotencyStore.Claim.RUNNING).when(keys).claim(any(), any(), any(), any());
      doReturn(keys).when(other).idempotency();
    }
    return other;
  }
}
