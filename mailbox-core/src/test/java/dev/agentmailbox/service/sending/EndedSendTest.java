package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sends that are cancelled, approved or rejected while they wait. */
class EndedSendTest {
  private final CapturingTransport capture = new CapturingTransport();
  private final SendingFixture room = new SendingFixture(capture);
  private final SendRecords records = new SendRecords(room);

  // spec SendState.5
  @Test
  void a_waiting_send_can_be_cancelled_and_its_recipients_are_given_back() {
    SendResult scheduled = room.submit(mail().sendAt(START.plusSeconds(60)));
    assertEquals(1, records.taken());
    assertEquals(SendStatus.CANCELLED, room.sends.cancel(CALLER, scheduled.sendId()).status());
    assertEquals(0, records.taken());
    assertEquals(
        Map.of("send_id", scheduled.sendId(), "wake", true),
        room.event(EventType.SEND_CANCELLED).data());
    room.clock.advance(Duration.ofHours(1));
    assertEquals(0, room.outbox.runDue());
    assertConflict("already_final", () -> room.sends.cancel(CALLER, scheduled.sendId()));
  }

  @Test
  void cancelling_the_next_day_gives_nothing_back() {
    SendResult scheduled = room.submit(mail().sendAt(START.plus(Duration.ofDays(2))));
    room.clock.advance(Duration.ofDays(1));
    room.submit(mail().text("today"));
    room.sends.cancel(CALLER, scheduled.sendId());
    assertEquals(1, records.taken());
  }

  @Test
  void cancelling_a_pending_send_withdraws_its_approval() {
    room.askForApproval("first_contact");
    SendResult pending = room.submit(mail());
    Send cancelled = room.sends.cancel(CALLER, pending.sendId());
    String approvalId = String.valueOf(cancelled.state().approvalId());
    assertEquals(
        dev.agentmailbox.sending.Approval.Status.CANCELLED,
        room.read(tx -> tx.approvals().find(ORG_A, approvalId)).orElseThrow().status());
    assertEquals(
        List.of(EventType.APPROVAL_REQUESTED, EventType.SEND_CANCELLED), room.eventTypes());
  }

  @Test
  void an_approved_send_leaves() {
    room.askForApproval("first_contact");
    SendResult pending = room.submit(mail());
    room.clock.advance(Duration.ofHours(5));
    assertEquals(SendStatus.SENDING, room.approve(pending).status());
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(pending.sendId()).status());
  }

  @Test
  void an_approved_send_keeps_its_time() {
    room.askForApproval("first_contact");
    Instant at = START.plus(Duration.ofDays(1));
    SendResult pending = room.submit(mail().sendAt(at));
    assertEquals(SendStatus.SCHEDULED, room.approve(pending).status());
    room.outbox.runDue();
    assertEquals(SendStatus.SCHEDULED, room.get(pending.sendId()).status());
    room.clock.set(at);
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(pending.sendId()).status());
  }

  @Test
  void an_approved_send_of_a_paused_inbox_waits() {
    room.askForApproval("first_contact");
    SendResult pending = room.submit(mail());
    room.status(InboxStatus.PAUSED);
    Send waiting = room.approve(pending);
    assertEquals(SendStatus.SCHEDULED, waiting.status());
    assertEquals("inbox_paused", room.event(EventType.SEND_DEFERRED).data().get("reason"));
    room.status(InboxStatus.ACTIVE);
    room.clock.advance(Duration.ofMinutes(1));
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(pending.sendId()).status());
  }

  @Test
  void a_rejected_send_ends_and_its_recipients_are_given_back() {
    room.askForApproval("first_contact");
    SendResult pending = room.submit(mail());
    assertEquals(1, records.taken());
    assertEquals(SendStatus.REJECTED, room.reject(pending).status());
    assertEquals(0, records.taken());
    room.outbox.runDue();
    assertTrue(capture.captured().isEmpty());
  }

  // spec SendState.5
  @Test
  void what_is_under_way_or_over_cannot_be_cancelled() {
    SendResult sending = room.submit(mail());
    assertConflict("already_sending", () -> room.sends.cancel(CALLER, sending.sendId()));
    room.outbox.runDue();
    assertConflict("already_final", () -> room.sends.cancel(CALLER, sending.sendId()));
    refused(() -> room.sends.cancel(CALLER, "out_0000000000000000"));
  }
}
