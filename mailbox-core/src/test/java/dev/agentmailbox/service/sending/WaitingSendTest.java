package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sends that wait for their time or for a hindrance to end. */
class WaitingSendTest {
  private static final Outcome ACCEPTED = Outcome.accepted(new Reply(250, "2.0.0", "ok"));

  private final CapturingTransport capture = new CapturingTransport();
  private final SendingFixture fixture = new SendingFixture(capture);
  private final SendRecords records = new SendRecords(fixture);

  // spec SendState.2, SendFields.9
  @Test
  void a_scheduled_send_leaves_at_its_time() {
    Instant at = START.plus(Duration.ofHours(2));
    SendResult result = fixture.submit(mail().sendAt(at));
    assertEquals(SendStatus.SCHEDULED, result.status());
    assertEquals(at, result.sendAt());
    fixture.outbox.runDue();
    assertEquals(SendStatus.SCHEDULED, fixture.get(result.sendId()).status());
    fixture.clock.set(at);
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(result.sendId()).status());
    assertTrue(capture.last().source().contains("Date: Thu, 1 Jan 2026 02:00:00 +0000"));
  }

  @Test
  void a_scheduled_send_is_checked_again_and_may_be_blocked() {
    SendResult result = fixture.submit(mail().sendAt(START.plusSeconds(3_600)));
    records.block("example.com");
    fixture.clock.advance(Duration.ofHours(1));
    fixture.outbox.runDue();
    Send send = fixture.get(result.sendId());
    assertEquals(SendStatus.BLOCKED, send.status());
    assertEquals(List.of("recipient_blocked"), send.findings().reasons());
    assertEquals(
        Map.of("send_id", send.id(), "reasons", List.of("recipient_blocked"), "wake", true),
        fixture.event(EventType.SEND_BLOCKED).data());
    assertEquals(0, records.taken());
  }

  @Test
  void a_scheduled_send_waits_for_pause_lock_limit_suspension_and_platform() {
    String threadId = fixture.received().threadId();
    SendResult result =
        fixture.submit(
            MailInput.reply(INBOX, "msg_0000000000000001").text("x").sendAt(START.plusSeconds(60)));
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.suspend("human");
    assertWaits(result, "org_suspended");
    fixture.suspend(null);
    fixture.lockThread(threadId, true);
    assertWaits(result, "thread_locked");
    fixture.lockThread(threadId, false);
    fixture.status(InboxStatus.PAUSED);
    assertWaits(result, "inbox_paused");
    assertWaits(result, "inbox_paused");
    fixture.status(InboxStatus.ACTIVE);
    fixture.dailyRecipients(0);
    assertWaits(result, "daily_limit");
    fixture.dailyRecipients(100);
    fixture.setting(SettingStore.SENDING_PAUSED, "operator");
    assertWaits(result, "sending_paused");
    fixture.setting(SettingStore.SENDING_PAUSED, null);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    Send send = fixture.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertNull(send.deferredReason());
    assertEquals(
        List.of("org_suspended", "thread_locked", "inbox_paused", "daily_limit", "sending_paused"),
        fixture.events().stream()
            .filter(e -> e.type() == EventType.SEND_DEFERRED)
            .map(e -> e.data().get("reason"))
            .toList());
  }

  private void assertWaits(SendResult result, String reason) {
    fixture.outbox.runDue();
    Send send = fixture.get(result.sendId());
    assertEquals(SendStatus.SCHEDULED, send.status());
    assertEquals(reason, send.deferredReason());
    fixture.clock.advance(Duration.ofMinutes(1));
  }

  // spec ErrorCodes.31
  @Test
  void an_accepted_send_waits_while_the_platform_is_paused() {
    SendResult result = fixture.submit(mail());
    fixture.setting(SettingStore.SENDING_PAUSED, "operator");
    fixture.outbox.runDue();
    assertEquals("sending_paused", fixture.get(result.sendId()).deferredReason());
    assertEquals(SendStatus.SENDING, fixture.get(result.sendId()).status());
    fixture.setting(SettingStore.SENDING_PAUSED, null);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(result.sendId()).status());
  }

  private SendResult laidInWithALink() {
    SendResult scheduled =
        fixture.submit(
            mail()
                .text("https://example.com/x")
                .sendAt(fixture.clock.instant().plusSeconds(3_600)));
    fixture.askForApproval("has_links");
    fixture.clock.advance(Duration.ofHours(1));
    fixture.outbox.runDue();
    return scheduled;
  }

  // spec Decisions.12
  @Test
  void a_rule_set_after_a_send_was_scheduled_asks_a_human_when_it_is_due() {
    SendResult scheduled = laidInWithALink();
    Send pending = fixture.get(scheduled.sendId());
    assertEquals(SendStatus.PENDING_APPROVAL, pending.status());
    assertEquals(
        pending.state().approvalId(),
        fixture.event(EventType.APPROVAL_REQUESTED).data().get("approval_id"));
    assertEquals(List.of(), fixture.transport.captured());
    fixture.outbox.runDue();
    fixture.approve(scheduled);
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(scheduled.sendId()).status());
  }

  @Test
  void a_send_that_was_asked_for_when_due_can_be_rejected() {
    SendResult scheduled = laidInWithALink();
    fixture.reject(scheduled);
    assertEquals(SendStatus.REJECTED, fixture.get(scheduled.sendId()).status());
  }

  // spec Decisions.12
  @Test
  void what_a_human_approved_before_its_time_is_not_asked_again() {
    fixture.askForApproval("has_links");
    SendResult pending =
        fixture.submit(
            mail()
                .text("https://example.com/x")
                .sendAt(fixture.clock.instant().plusSeconds(3_600)));
    fixture.approve(pending);
    fixture.clock.advance(Duration.ofHours(1));
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(pending.sendId()).status());
  }

  @Test
  void a_rule_set_while_a_send_waits_asks_a_human_before_it_leaves() {
    SendResult sending = fixture.submit(mail().text("https://example.com/x"));
    fixture.suspend("human");
    fixture.outbox.runDue();
    assertEquals("org_suspended", fixture.get(sending.sendId()).deferredReason());
    fixture.askForApproval("has_links");
    fixture.suspend(null);
    fixture.clock.advance(Duration.ofMinutes(2));
    fixture.outbox.runDue();
    assertEquals(SendStatus.PENDING_APPROVAL, fixture.get(sending.sendId()).status());
    fixture.approve(sending);
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(sending.sendId()).status());
  }

  /** A send whose first attempt was put off by the next hop. */
  private SendResult putOff(MailInput.Builder mail) {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    SendResult sending = fixture.submit(mail);
    fixture.outbox.runDue();
    assertEquals(1, fixture.get(sending.sendId()).attempts());
    capture.answer("bob@example.com", ACCEPTED);
    return sending;
  }

  private Send retried(SendResult sending) {
    fixture.clock.advance(Duration.ofHours(1));
    fixture.outbox.runDue();
    return fixture.get(sending.sendId());
  }

  // spec Decisions.12
  @Test
  void a_recipient_blocked_after_the_first_attempt_is_not_tried_again() {
    SendResult sending = putOff(mail());
    records.block("example.com");
    Send send = retried(sending);
    assertEquals(SendStatus.BLOCKED, send.status());
    assertEquals(List.of("recipient_blocked"), send.findings().reasons());
    assertEquals(List.of(), capture.captured());
    assertEquals(0, records.taken());
  }

  // spec Decisions.12
  @Test
  void a_recipient_suppressed_after_the_first_attempt_is_not_tried_again() {
    SendResult sending = putOff(mail());
    records.list(ORG_A, ListEntry.Type.BLOCK, "bob@example.com", true);
    Send send = retried(sending);
    assertEquals(SendStatus.BLOCKED, send.status());
    assertEquals(List.of("recipient_suppressed"), send.findings().reasons());
  }

  // spec Decisions.12
  @Test
  void a_rule_set_after_the_first_attempt_asks_a_human_before_the_next() {
    SendResult sending = putOff(mail().text("https://example.com/x"));
    fixture.askForApproval("has_links");
    assertEquals(SendStatus.PENDING_APPROVAL, retried(sending).status());
    assertEquals(List.of(), capture.captured());
    fixture.approve(sending);
    capture.answer("bob@example.com", CapturingTransport.notNow());
    fixture.outbox.runDue();
    capture.answer("bob@example.com", ACCEPTED);
    assertEquals(SendStatus.SENT, retried(sending).status(), "approved, so not asked again");
  }

  // spec Decisions.12
  @Test
  void what_the_checks_let_no_longer_go_ends_for_those_whom_it_has_not_reached() {
    SendResult sending = putOff(mail().cc(List.of("carol@example.net", "dan@example.org")));
    assertEquals(SendStatus.SENT, fixture.get(sending.sendId()).status());
    records.block("example.com");
    Send send = retried(sending);
    assertEquals(SendStatus.SENT, send.status());
    SendRecipient bob = SendRecords.recipient(send, "bob@example.com");
    assertEquals(RecipientStatus.REJECTED, bob.status());
    assertEquals("not sent: recipient_blocked", bob.detail());
    assertEquals(
        "bob@example.com", fixture.event(EventType.MESSAGE_REJECTED).data().get("recipient"));
    assertEquals(2, capture.captured().size());
  }

  @Test
  void a_recipient_that_was_reached_and_then_blocked_does_not_stop_the_others() {
    SendResult sending = putOff(mail().cc(List.of("carol@example.net")));
    records.block("example.net");
    assertEquals(RecipientStatus.SENT, SendRecords.status(retried(sending)));
  }

  @Test
  void mail_that_may_have_arrived_before_its_recipient_was_blocked_counts_as_sent() {
    capture.failNext(CapturingTransport.noAnswer());
    SendResult sending = fixture.submit(mail());
    fixture.outbox.runDue();
    records.block("example.com");
    Send send = retried(sending);
    assertEquals(SendStatus.SENT, send.status());
    assertEquals("unconfirmed", send.recipients().get(0).detail());
    assertEquals(List.of(), capture.captured());
  }

  @Test
  void a_retry_does_not_spend_the_budget_of_its_thread_again() {
    fixture.received();
    MailInput.Builder answer = MailInput.reply(INBOX, "msg_0000000000000001").text("first");
    capture.answer("ann@example.com", CapturingTransport.notNow());
    SendResult sending = fixture.submit(answer);
    fixture.outbox.runDue();
    capture.answer("ann@example.com", ACCEPTED);
    for (int i = 0; i < 9; i++) {
      fixture.submit(MailInput.reply(INBOX, "msg_0000000000000001").text("answer " + i));
    }
    fixture.clock.advance(Duration.ofMinutes(10));
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(sending.sendId()).status());
  }
}
