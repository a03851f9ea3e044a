package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.FakeRelay;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Sends that a free worker hands over without a claim from the store. */
class DirectClaimTest {
  private static final int PATIENCE_MS = 10_000;

  private final InMemoryStore store = spy(new InMemoryStore());
  private final SendingFixture fixture = new SendingFixture(store);

  /** An outbox that never looks by itself. Its first look reserves half of the workers. */
  private Outbox outbox(int workers, MailTransport transport) {
    OutboxLimits usual = OutboxLimits.DEFAULT;
    return new Outbox(
        fixture.context,
        fixture.release,
        transport,
        fixture.mailbox.receiver(),
        new OutboxLimits(workers, usual.lease(), Duration.ofHours(1), usual.stop()));
  }

  /** Starts an outbox, which looks once. */
  private Sends start(Outbox outbox) {
    clearInvocations(store);
    outbox.start();
    verify(store, timeout(PATIENCE_MS)).write(any());
    clearInvocations(store);
    return new Sends(
        fixture.context, new IdempotencyRunner(fixture.context), fixture.release, outbox);
  }

  @Test
  void a_send_is_accepted_marked_and_recorded_with_its_answer_in_three_writes() {
    try (Outbox outbox = outbox(2, fixture.transport)) {
      Sends sends = start(outbox);
      SendResult result = sends.submitAndWait(CALLER, mail().build(), keyed("k", "b"));
      assertEquals(SendStatus.SENT, result.status());
      verify(store, times(3)).write(any());
      assertEquals(1, fixture.transport.captured().size());
      IdempotentRequest.Replay replay =
          assertThrows(
              IdempotentRequest.Replay.class,
              () -> sends.submitAndWait(CALLER, mail().build(), keyed("k", "b")));
      assertEquals(result.sendId(), replay.answer().body());
    }
  }

  @Test
  void a_reply_that_is_faster_than_the_record_finds_its_thread() {
    MailTransport answering =
        new FakeRelay(
            (mail, mark) -> {
              Send send = fixture.get(mail.sendId());
              boolean known =
                  fixture.context.read(
                      tx ->
                          !tx.threads()
                              .known(send.scope(), List.of(send.mail().rfcMessageId()))
                              .isEmpty());
              assertTrue(known);
              return fixture.transport.handOver(mail, mark);
            });
    try (Outbox outbox = outbox(2, answering)) {
      Sends sends = start(outbox);
      assertEquals(
          SendStatus.SENT,
          sends.submitAndWait(CALLER, mail().build(), IdempotentRequest.unkeyed()).status());
    }
  }

  @Test
  void a_send_waits_while_all_workers_are_busy() throws Exception {
    CountDownLatch handing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    MailTransport slow =
        new FakeRelay(
            (mail, mark) -> {
              handing.countDown();
              awaitQuietly(go);
              return fixture.transport.handOver(mail, mark);
            });
    try (Outbox outbox = outbox(1, slow)) {
      Sends sends = start(outbox);
      SendResult first = submit(sends, "first");
      assertTrue(handing.await(PATIENCE_MS, TimeUnit.MILLISECONDS));
      SendResult second = submit(sends, "second");
      SendResult third = submit(sends, "third");
      go.countDown();
      for (SendResult one : new SendResult[] {first, second, third}) {
        Duration patience = Duration.ofMillis(PATIENCE_MS);
        assertEquals(SendStatus.SENT, sends.await(CALLER, one.sendId(), patience).status());
      }
      assertEquals(3, fixture.transport.captured().size());
    }
  }

  @Test
  void a_send_whose_process_ended_is_claimed_again_after_its_lease() {
    try (Outbox outbox = outbox(2, fixture.transport)) {
      Sends sends = start(outbox);
      doAnswer(
              write -> {
                Object unused = write.callRealMethod();
                throw new StoreException("nobody knows", null);
              })
          .doCallRealMethod()
          .when(store)
          .write(any());
      assertThrows(StoreException.class, () -> submit(sends, "unknown"));
      doCallRealMethod().when(store).write(any());
      assertEquals(0, fixture.outbox.runDue());
      fixture.clock.advance(OutboxLimits.DEFAULT.lease());
      assertEquals(1, fixture.outbox.runDue());
      assertEquals(1, fixture.transport.captured().size());
    }
  }

  @Test
  void a_worker_reserved_in_vain_is_free_again() {
    try (Outbox outbox = outbox(2, fixture.transport)) {
      Sends sends = start(outbox);
      fixture.suspend("human");
      for (int i = 0; i < 4; i++) {
        assertThrows(MailboxException.class, () -> submit(sends, "refused"));
      }
      fixture.suspend(null);
      doThrow(StoreException.undone("full", null)).when(store).write(any());
      for (int i = 0; i < 4; i++) {
        assertThrows(StoreException.class, () -> submit(sends, "failed"));
      }
      doCallRealMethod().when(store).write(any());
      SendResult next = submit(sends, "next");
      assertEquals(
          SendStatus.SENT,
          sends.await(CALLER, next.sendId(), Duration.ofMillis(PATIENCE_MS)).status());
    }
  }

  @Test
  void a_send_of_a_run_that_was_rolled_back_is_not_handed_over() {
    try (Outbox outbox = outbox(2, fixture.transport)) {
      Sends sends = start(outbox);
      doAnswer(
              write -> {
                Function<StoreTransaction, ?> work = write.getArgument(0);
                doCallRealMethod().when(store).write(any());
                assertThrows(IllegalStateException.class, () -> store.write(failingAfter(work)));
                fixture.askForApproval("first_contact");
                return store.write(work);
              })
          .when(store)
          .write(any());
      assertEquals(SendStatus.PENDING_APPROVAL, submit(sends, "again").status());
    }
    assertEquals(0, fixture.transport.captured().size());
  }

  private static Function<StoreTransaction, Object> failingAfter(
      Function<StoreTransaction, ?> work) {
    return tx -> {
      Object unused = work.apply(tx);
      throw new IllegalStateException("rolled back");
    };
  }

  @Test
  void a_request_whose_time_is_over_waits_for_a_record_that_has_begun() throws Exception {
    SendWaiters waiters = new SendWaiters();
    Send send = fixture.send(mail());
    try (SendWaiters.Watch watch = waiters.open(send.id(), (tx, recorded) -> {})) {
      assertEquals(1, waiters.take(send.id()).size());
      assertFalse(watch.await(Duration.ZERO));
      CompletableFuture<Optional<Send>> outcome = CompletableFuture.supplyAsync(watch::outcome);
      assertFalse(outcome.isDone());
      watch.end(send);
      assertEquals(Optional.of(send), outcome.get(PATIENCE_MS, TimeUnit.MILLISECONDS));
    }
  }

  @Test
  void a_request_whose_time_is_over_is_not_answered_by_a_later_record() {
    SendWaiters waiters = new SendWaiters();
    try (SendWaiters.Watch watch = waiters.open("out_1", (tx, recorded) -> {})) {
      assertEquals(Optional.empty(), watch.outcome());
      assertEquals(0, waiters.take("out_1").size());
    }
  }

  private static SendResult submit(Sends sends, String text) {
    return sends.submit(CALLER, mail().text(text).build(), IdempotentRequest.unkeyed());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE_MS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
