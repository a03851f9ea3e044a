package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends with a time, handed over by an outbox that runs on its own threads. */
@Timeout(60)
class ScheduledSendTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final SendingFixture fixture = new SendingFixture();

  private SendStatus status(SendResult result) {
    return fixture.get(result.sendId()).status();
  }

  private static void until(BooleanSupplier reached) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!reached.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "it did not happen in time");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** An outbox that never looks by itself: what it does, it was told to. */
  private Outbox outboxWithoutSweep() {
    OutboxLimits usual = OutboxLimits.DEFAULT;
    return new Outbox(
        fixture.context,
        fixture.release,
        fixture.transport,
        fixture.mailbox.receiver(),
        new OutboxLimits(2, usual.lease(), Duration.ofHours(1), usual.stop()));
  }

  // spec SendState.2
  @Test
  void a_send_leaves_at_its_time_without_waiting_for_a_sweep() {
    try (Outbox outbox = outboxWithoutSweep()) {
      Sends sends =
          new Sends(
              fixture.context, new IdempotencyRunner(fixture.context), fixture.release, outbox);
      outbox.start();
      SendResult result =
          sends.submit(
              CALLER,
              mail().sendAt(START.plus(Duration.ofSeconds(1))).build(),
              IdempotentRequest.unkeyed());
      assertEquals(SendStatus.SCHEDULED, result.status());
      fixture.clock.set(START.plusSeconds(1));
      until(() -> status(result) == SendStatus.SENT);
    }
  }

  @Test
  void what_fell_due_while_the_server_was_down_leaves_at_the_start() {
    SendResult result = fixture.submit(mail().sendAt(START.plusSeconds(60)));
    fixture.clock.advance(Duration.ofHours(5));
    assertEquals(SendStatus.SCHEDULED, status(result));
    try (Outbox afterTheStart = outboxWithoutSweep()) {
      afterTheStart.start();
      until(() -> status(result) == SendStatus.SENT);
    }
  }

  // spec SendState.6, EventTypes.16
  @Test
  void a_send_that_waits_is_told_once_for_each_reason_and_leaves_when_it_may() {
    SendResult result = fixture.submit(mail().sendAt(START.plusSeconds(60)));
    fixture.status(InboxStatus.PAUSED);
    for (int minute = 0; minute < 5; minute++) {
      fixture.clock.advance(Duration.ofMinutes(1));
      fixture.outbox.runDue();
    }
    fixture.suspend("human");
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    fixture.suspend(null);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    assertEquals(
        List.of("inbox_paused", "org_suspended", "inbox_paused"),
        fixture.events().stream()
            .filter(event -> event.type() == EventType.SEND_DEFERRED)
            .map(event -> event.data().get("reason"))
            .toList());
    fixture.status(InboxStatus.ACTIVE);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, status(result));
  }

  // spec ErrorCodes.15
  @Test
  void cancelling_says_why_it_is_too_late() {
    SendResult sending = fixture.submit(mail());
    assertEquals("already_sending", reasonAgainstCancelling(sending));
    fixture.outbox.runDue();
    assertEquals("already_final", reasonAgainstCancelling(sending));
    SendResult scheduled = fixture.submit(mail().text("later").sendAt(START.plusSeconds(60)));
    fixture.sends.cancel(CALLER, scheduled.sendId());
    assertEquals("already_final", reasonAgainstCancelling(scheduled));
    fixture.clock.advance(Duration.ofHours(1));
    fixture.outbox.runDue();
    assertEquals(1, fixture.transport.captured().size());
  }

  private @Nullable Object reasonAgainstCancelling(SendResult result) {
    return refused(() -> fixture.sends.cancel(CALLER, result.sendId())).details().get("reason");
  }
}
