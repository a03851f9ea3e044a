package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
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
  private final SendingFixture fixture = new SendingFixture(capture);
  private final SendRecords records = new SendRecords(fixture);

  // spec SendState.5
  @Test
  void a_waiting_send_can_be_cancelled_and_its_recipients_are_given_back() {
    SendResult scheduled = fixture.submit(mail().sendAt(START.plusSeconds(60)));
    assertEquals(1, records.taken());
    assertEquals(SendStatus.CANCELLED, fixture.sends.cancel(CALLER, scheduled.sendId()).status());
    assertEquals(0, records.taken());
    assertEquals(
        Map.of("send_id", scheduled.sendId(), "wake", true),
        fixture.event(EventType.SEND_CANCELLED).data());
    fixture.clock.advance(Duration.ofHours(1));
    assertEquals(0, fixture.outbox.runDue());
    assertConflict("already_final", () -> fixture.sends.cancel(CALLER, scheduled.sendId()));
  }

  @Test
  void cancelling_the_next_day_gives_nothing_back() {
    SendResult scheduled = fixture.submit(mail().sendAt(START.plus(Duration.ofDays(2))));
    fixture.clock.advance(Duration.ofDays(1));
    fixture.submit(mail().text("today"));
    fixture.sends.cancel(CALLER, scheduled.sendId());
    assertEquals(1, records.taken());
  }

  @Test
  void cancelling_a_pending_send_withdraws_its_approval() {
    fixture.askForApproval("first_contact");
    SendResult pending = fixture.submit(mail());
    Send cancelled = fixture.sends.cancel(CALLER, pending.sendId());
    String approvalId = String.valueOf(cancelled.state().approvalId());
    assertEquals(
        dev.agentmailbox.sending.Approval.Status.CANCELLED,
        fixture
            .read(tx -> tx.table(APPROVALS).find(ORG_A.id(), approvalId))
            .orElseThrow()
            .status());
    assertEquals(
        List.of(EventType.APPROVAL_REQUESTED, EventType.SEND_CANCELLED), fixture.eventTypes());
  }

  @Test
  void an_approved_send_leaves() {
    fixture.askForApproval("first_contact");
    SendResult pending = fixture.submit(mail());
    fixture.clock.advance(Duration.ofHours(5));
    assertEquals(SendStatus.SENDING, fixture.approve(pending).status());
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(pending.sendId()).status());
  }

  @Test
  void an_approved_send_keeps_its_time() {
    fixture.askForApproval("first_contact");
    Instant at = START.plus(Duration.ofDays(1));
    SendResult pending = fixture.submit(mail().sendAt(at));
    assertEquals(SendStatus.SCHEDULED, fixture.approve(pending).status());
    fixture.outbox.runDue();
    assertEquals(SendStatus.SCHEDULED, fixture.get(pending.sendId()).status());
    fixture.clock.set(at);
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(pending.sendId()).status());
  }

  @Test
  void an_approved_send_of_a_paused_inbox_waits() {
    fixture.askForApproval("first_contact");
    SendResult pending = fixture.submit(mail());
    fixture.status(InboxStatus.PAUSED);
    Send waiting = fixture.approve(pending);
    assertEquals(SendStatus.SCHEDULED, waiting.status());
    assertEquals("inbox_paused", fixture.event(EventType.SEND_DEFERRED).data().get("reason"));
    fixture.status(InboxStatus.ACTIVE);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(pending.sendId()).status());
  }

  @Test
  void a_rejected_send_ends_and_its_recipients_are_given_back() {
    fixture.askForApproval("first_contact");
    SendResult pending = fixture.submit(mail());
    assertEquals(1, records.taken());
    assertEquals(SendStatus.REJECTED, fixture.reject(pending).status());
    assertEquals(0, records.taken());
    fixture.outbox.runDue();
    assertTrue(capture.captured().isEmpty());
  }

  // spec SendState.5
  @Test
  void what_is_under_way_or_over_cannot_be_cancelled() {
    SendResult sending = fixture.submit(mail());
    assertConflict("already_sending", () -> fixture.sends.cancel(CALLER, sending.sendId()));
    fixture.outbox.runDue();
    assertConflict("already_final", () -> fixture.sends.cancel(CALLER, sending.sendId()));
    refused(() -> fixture.sends.cancel(CALLER, "out_0000000000000000"));
  }
}
