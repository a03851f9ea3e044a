package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.SendingRoom.CALLER;
import static dev.agentmailbox.operation.SendingRoom.INBOX;
import static dev.agentmailbox.operation.SendingRoom.OTHER_INBOX;
import static dev.agentmailbox.operation.SendingRoom.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.UsageStore.Quota;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of accepted mail, on a clock that is moved by hand. */
class OutboxTest {
  private final CapturingTransport capture = new CapturingTransport();
  private final SendingRoom room = new SendingRoom(capture);

  private static SendRecipient recipient(Send send, String address) {
    return send.recipients().stream()
        .filter(r -> r.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private Send now(Send send) {
    return room.get(send.id());
  }

  private void moveTo(@Nullable Instant time) {
    room.clock.set(assertPresent(time));
  }

  private static Instant assertPresent(@Nullable Instant time) {
    assertNotNull(time);
    return time;
  }

  @Test
  void a_mail_behind_a_relay_is_sent_and_not_yet_delivered() {
    Send send = room.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(START, send.sentAt());
    assertEquals(1, send.attempts());
    assertNull(send.nextAttemptAt());
    assertNull(send.handedOverAt());
    assertEquals(RecipientStatus.SENT, recipient(send, "bob@example.com").status());
    assertEquals(List.of(EventType.MESSAGE_SENT), room.eventTypes());
    Event sent = room.event(EventType.MESSAGE_SENT);
    assertEquals(send.messageId(), sent.messageId());
    assertEquals(send.threadId(), sent.threadId());
    assertEquals(
        Map.of(
            "send_id", send.id(),
            "recipients", List.of("bob@example.com", "c@example.net"),
            "wake", true),
        sent.data());
    assertEquals(1, capture.captured().size());
    UsageDay day = usage();
    assertEquals(1, day.get(Counter.SENT_MESSAGES));
    assertEquals(2, day.get(Counter.SENT_RECIPIENTS));
    assertEquals(0, room.outbox.runDue());
  }

  @Test
  void a_transport_that_reaches_the_recipients_server_delivers() {
    CapturingTransport direct = new CapturingTransport(CapturingTransport.Kind.FINAL, 10);
    SendingRoom near = new SendingRoom(direct);
    Send send = near.send(mail().cc(List.of("d@example.com", "c@example.net")));
    assertEquals(RecipientStatus.DELIVERED, recipient(send, "c@example.net").status());
    assertEquals(
        List.of(
            EventType.MESSAGE_SENT,
            EventType.MESSAGE_DELIVERED,
            EventType.MESSAGE_DELIVERED,
            EventType.MESSAGE_DELIVERED),
        near.eventTypes());
    assertEquals(2, direct.captured().size(), "one hand-over for each domain");
  }

  @Test
  void an_unknown_user_bounces_for_good_and_is_not_written_to_again() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Send send = room.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, send.status());
    SendRecipient bob = recipient(send, "bob@example.com");
    assertEquals(RecipientStatus.BOUNCED, bob.status());
    assertEquals("permanent", bob.bounceType());
    assertEquals("no such user", bob.detail());
    assertEquals(
        Map.of(
            "send_id", send.id(),
            "recipient", "bob@example.com",
            "bounce_type", "permanent",
            "status", "5.1.1",
            "wake", true),
        room.event(EventType.MESSAGE_BOUNCED).data());
    assertTrue(suppressed("bob@example.com"));
    assertEquals(1, usage().get(Counter.BOUNCED));
    MailboxException refusal =
        assertThrows(MailboxException.class, () -> room.submit(mail().text("again")));
    assertEquals(List.of("recipient_suppressed"), refusal.details().get("reasons"));
  }

  @Test
  void a_send_nobody_took_has_failed_and_still_has_its_copy() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Send send = room.send(mail());
    assertEquals(SendStatus.FAILED, send.status());
    assertNotNull(send.messageId());
    assertNull(send.nextAttemptAt());
    assertEquals(List.of(EventType.MESSAGE_BOUNCED), room.eventTypes());
    assertEquals(send.messageId(), room.event(EventType.MESSAGE_BOUNCED).messageId());
  }

  @Test
  void a_permanent_refusal_of_another_kind_suppresses_nobody() {
    capture.answer(
        "bob@example.com",
        Outcome.of(Kind.RECIPIENT_REFUSED, new Reply(552, "5.2.2", "mailbox full")));
    room.send(mail());
    assertEquals(false, suppressed("bob@example.com"));
  }

  @Test
  void a_refusal_of_ours_by_the_next_hop_is_a_rejection() {
    capture.failNext(CapturingTransport.rejected());
    Send send = room.send(mail());
    assertEquals(SendStatus.FAILED, send.status());
    assertEquals(RecipientStatus.REJECTED, recipient(send, "bob@example.com").status());
    assertEquals(
        Map.of(
            "send_id",
            send.id(),
            "recipient",
            "bob@example.com",
            "reason",
            "not accepted here",
            "wake",
            true),
        room.event(EventType.MESSAGE_REJECTED).data());
    assertEquals(false, suppressed("bob@example.com"));
  }

  @Test
  void what_is_refused_for_now_is_tried_for_two_days() {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    Send send = room.send(mail());
    List<Duration> waits = new ArrayList<>();
    Send current = send;
    while (current.nextAttemptAt() != null) {
      waits.add(Duration.between(room.clock.instant(), current.nextAttemptAt()));
      assertEquals(SendStatus.SENDING, current.status());
      moveTo(current.nextAttemptAt().minusMillis(1));
      assertEquals(0, room.outbox.runDue(), "not before its time");
      moveTo(current.nextAttemptAt());
      room.outbox.runDue();
      current = now(send);
    }
    List<Integer> minutes = List.of(1, 5, 15, 30, 60, 120, 240, 240);
    for (int i = 0; i < minutes.size(); i++) {
      double off = waits.get(i).toMillis() / (minutes.get(i) * 60_000.0);
      assertTrue(off >= 0.9 && off <= 1.1, waits.get(i) + " after attempt " + (i + 1));
    }
    Duration total = waits.stream().reduce(Duration.ZERO, Duration::plus);
    assertTrue(
        total.compareTo(Duration.ofHours(42)) > 0 && total.compareTo(Duration.ofHours(53)) < 0,
        total.toString());
    assertEquals(SendStatus.FAILED, current.status());
    assertEquals("transient", recipient(current, "bob@example.com").bounceType());
    assertEquals("transient", room.event(EventType.MESSAGE_BOUNCED).data().get("bounce_type"));
    assertEquals(false, suppressed("bob@example.com"));
    assertEquals(waits.size() + 1, current.attempts());
  }

  @Test
  void only_open_recipients_are_tried_again() {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    Send first = room.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, first.status());
    assertEquals(RecipientStatus.PENDING, recipient(first, "bob@example.com").status());
    capture.clear();
    moveTo(first.nextAttemptAt());
    room.outbox.runDue();
    assertEquals(List.of("bob@example.com"), capture.last().recipients());
    assertEquals(RecipientStatus.SENT, recipient(now(first), "bob@example.com").status());
    assertEquals(List.of(EventType.MESSAGE_SENT), room.eventTypes());
    assertEquals(2, usage().get(Counter.SENT_RECIPIENTS));
    assertEquals(1, usage().get(Counter.SENT_MESSAGES));
  }

  @Test
  void a_next_hop_may_ask_for_a_longer_wait() {
    capture.failNext(
        new Outcome(Kind.TEMPORARY, new Reply(421, null, "later"), Duration.ofHours(3)));
    Send send = room.send(mail());
    assertEquals(START.plus(Duration.ofHours(3)), send.nextAttemptAt());
  }

  @Test
  void a_lost_answer_is_followed_by_one_resend_and_then_by_unconfirmed() {
    capture.failNext(CapturingTransport.noAnswer(), CapturingTransport.noAnswer());
    Send first = room.send(mail());
    assertEquals(SendStatus.SENDING, first.status());
    assertTrue(first.resent());
    moveTo(first.nextAttemptAt());
    room.outbox.runDue();
    Send second = now(first);
    assertEquals(SendStatus.SENT, second.status());
    assertEquals("unconfirmed", recipient(second, "bob@example.com").detail());
    assertNull(second.nextAttemptAt());
    assertEquals(List.of(EventType.MESSAGE_SENT), room.eventTypes());
  }

  @Test
  void a_lost_answer_and_a_good_one_is_a_plain_success() {
    capture.failNext(CapturingTransport.noAnswer());
    Send first = room.send(mail());
    moveTo(first.nextAttemptAt());
    room.outbox.runDue();
    Send second = now(first);
    assertEquals(SendStatus.SENT, second.status());
    assertEquals("captured", recipient(second, "bob@example.com").detail());
    assertEquals(second.rfcMessageId(), first.rfcMessageId());
    assertEquals(first.envelopeSender(), capture.last().envelopeSender());
  }

  /** Ends the attempt as a killed process would: nothing is recorded after the chosen point. */
  private static final class Dying implements MailTransport {
    private final MailTransport inner;
    private final boolean afterMark;
    private int deaths;
    private int calls;

    Dying(MailTransport inner, boolean afterMark, int deaths) {
      this.inner = inner;
      this.afterMark = afterMark;
      this.deaths = deaths;
    }

    @Override
    public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
      calls++;
      if (deaths-- > 0) {
        if (afterMark) {
          mark.run();
        }
        throw new Killed();
      }
      return inner.handOver(mail, mark);
    }

    @Override
    public boolean deliversFinally() {
      return inner.deliversFinally();
    }
  }

  /** An error, so that nothing on the way catches it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static void runDying(SendingRoom dying) {
    assertThrows(Killed.class, dying.outbox::runDue);
    dying.clock.advance(Duration.ofSeconds(30));
  }

  @Test
  void killed_before_the_final_dot_is_no_resend() {
    Dying transport = new Dying(capture, false, 3);
    SendingRoom dying = new SendingRoom(capture, transport);
    SendResult result = dying.submit(mail());
    runDying(dying);
    runDying(dying);
    runDying(dying);
    dying.outbox.runDue();
    Send send = dying.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(false, send.resent());
    assertEquals(1, capture.captured().size());
    assertEquals(4, transport.calls);
  }

  @Test
  void killed_after_the_final_dot_is_one_resend() {
    Dying transport = new Dying(capture, true, 1);
    SendingRoom dying = new SendingRoom(capture, transport);
    SendResult result = dying.submit(mail());
    runDying(dying);
    dying.outbox.runDue();
    Send send = dying.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertTrue(send.resent());
    assertEquals("captured", recipient(send, "bob@example.com").detail());
    assertEquals(2, transport.calls);
  }

  @Test
  void killed_twice_after_the_final_dot_is_unconfirmed_and_not_sent_a_third_time() {
    Dying transport = new Dying(capture, true, 2);
    SendingRoom dying = new SendingRoom(capture, transport);
    SendResult result = dying.submit(mail());
    runDying(dying);
    runDying(dying);
    dying.outbox.runDue();
    Send send = dying.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals("unconfirmed", recipient(send, "bob@example.com").detail());
    assertNotNull(send.messageId());
    assertNull(send.nextAttemptAt());
    assertEquals(2, transport.calls);
    assertEquals(List.of(EventType.MESSAGE_SENT), dying.eventTypes());
  }

  @Test
  void killed_between_two_groups_leaves_the_first_alone() {
    CapturingTransport direct = new CapturingTransport(CapturingTransport.Kind.FINAL, 10);
    List<List<String>> calls = new ArrayList<>();
    MailTransport second =
        new MailTransport() {
          @Override
          public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
            calls.add(mail.recipients());
            if (calls.size() == 2) {
              mark.run();
              throw new Killed();
            }
            return direct.handOver(mail, mark);
          }

          @Override
          public boolean deliversFinally() {
            return true;
          }
        };
    SendingRoom dying = new SendingRoom(direct, second);
    dying.submit(mail().cc(List.of("c@example.net", "d@example.org")));
    runDying(dying);
    dying.outbox.runDue();
    assertEquals(
        List.of(
            List.of("bob@example.com"),
            List.of("c@example.net"),
            List.of("c@example.net"),
            List.of("d@example.org")),
        calls);
  }

  @Test
  void a_transport_that_throws_counts_as_not_now() {
    MailTransport broken =
        new MailTransport() {
          @Override
          public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
            throw new IllegalStateException("a mistake");
          }

          @Override
          public boolean deliversFinally() {
            return false;
          }
        };
    SendingRoom other = new SendingRoom(capture, broken);
    Send send = other.send(mail());
    assertEquals(SendStatus.SENDING, send.status());
    assertEquals(1, send.attempts());
    assertEquals(false, send.resent());
    assertNotNull(send.nextAttemptAt());
  }

  @Test
  void lost_content_ends_the_send() throws Exception {
    SendResult result = room.submit(mail());
    room.store.content().delete(room.get(result.sendId()).contentKey());
    room.outbox.runDue();
    assertEquals(SendStatus.FAILED, room.get(result.sendId()).status());
  }

  @Test
  void mail_for_inboxes_of_the_service_never_leaves_the_process() {
    room.receiver.answers.put("gone@agents.test", RecipientAnswer.UNKNOWN);
    room.receiver.answers.put("paused@agents.test", RecipientAnswer.NOT_RECEIVING);
    Send send =
        room.send(mail().cc(List.of(OTHER_INBOX, "gone@agents.test", "paused@agents.test")));
    assertEquals(List.of("bob@example.com"), capture.last().recipients());
    assertEquals(List.of(OTHER_INBOX), room.receiver.accepted.get(0).recipients());
    assertTrue(room.receiver.accepted.get(0).authenticatedInProcess());
    assertEquals(send.envelopeSender(), room.receiver.accepted.get(0).sender());
    assertEquals(RecipientStatus.DELIVERED, recipient(send, OTHER_INBOX).status());
    assertEquals(RecipientStatus.BOUNCED, recipient(send, "gone@agents.test").status());
    assertEquals(RecipientStatus.BOUNCED, recipient(send, "paused@agents.test").status());
    assertEquals(false, suppressed("paused@agents.test"));
  }

  @Test
  void a_full_inbox_of_the_service_is_tried_again() {
    room.receiver.failure = ReceiveException.full();
    Send send = room.send(mail().to(OTHER_INBOX));
    assertEquals(RecipientStatus.PENDING, recipient(send, OTHER_INBOX).status());
    room.receiver.failure = null;
    moveTo(send.nextAttemptAt());
    room.outbox.runDue();
    assertEquals(RecipientStatus.DELIVERED, recipient(now(send), OTHER_INBOX).status());
  }

  @Test
  void a_scheduled_send_leaves_at_its_time() {
    Instant at = START.plus(Duration.ofHours(2));
    SendResult result = room.submit(mail().sendAt(at));
    assertEquals(SendStatus.SCHEDULED, result.status());
    assertEquals(at, result.sendAt());
    room.outbox.runDue();
    assertEquals(SendStatus.SCHEDULED, room.get(result.sendId()).status());
    room.clock.set(at);
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(result.sendId()).status());
    assertTrue(capture.last().source().contains("Date: Thu, 1 Jan 2026 02:00:00 +0000"));
  }

  @Test
  void a_scheduled_send_is_checked_again_and_may_be_blocked() {
    SendResult result = room.submit(mail().sendAt(START.plusSeconds(3_600)));
    room.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        "example.com",
                        ListEntry.Direction.SEND,
                        ListEntry.Type.BLOCK,
                        ONE,
                        null,
                        false,
                        START)));
    room.clock.advance(Duration.ofHours(1));
    room.outbox.runDue();
    Send send = room.get(result.sendId());
    assertEquals(SendStatus.BLOCKED, send.status());
    assertEquals(List.of("recipient_blocked"), send.reasons());
    assertEquals(
        Map.of("send_id", send.id(), "reasons", List.of("recipient_blocked"), "wake", true),
        room.event(EventType.SEND_BLOCKED).data());
    assertEquals(0, taken());
  }

  @Test
  void a_scheduled_send_waits_for_pause_lock_limit_suspension_and_platform() {
    String threadId = room.received().threadId();
    SendResult result =
        room.submit(
            SendCommand.reply(INBOX, "msg_0000000000000001")
                .text("x")
                .sendAt(START.plusSeconds(60)));
    room.clock.advance(Duration.ofMinutes(1));
    room.suspend("human");
    assertWaits(result, "org_suspended");
    room.suspend(null);
    room.lockThread(threadId, true);
    assertWaits(result, "thread_locked");
    room.lockThread(threadId, false);
    room.status(InboxStatus.PAUSED);
    assertWaits(result, "inbox_paused");
    assertWaits(result, "inbox_paused");
    room.status(InboxStatus.ACTIVE);
    room.dailyRecipients(0);
    assertWaits(result, "daily_limit");
    room.dailyRecipients(100);
    room.setting(SettingStore.SENDING_PAUSED, "operator");
    assertWaits(result, "sending_paused");
    room.setting(SettingStore.SENDING_PAUSED, null);
    room.clock.advance(Duration.ofMinutes(1));
    room.outbox.runDue();
    Send send = room.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertNull(send.deferredReason());
    assertEquals(
        List.of("org_suspended", "thread_locked", "inbox_paused", "daily_limit", "sending_paused"),
        room.events().stream()
            .filter(e -> e.type() == EventType.SEND_DEFERRED)
            .map(e -> e.data().get("reason"))
            .toList());
  }

  private void assertWaits(SendResult result, String reason) {
    room.outbox.runDue();
    Send send = room.get(result.sendId());
    assertEquals(SendStatus.SCHEDULED, send.status());
    assertEquals(reason, send.deferredReason());
    room.clock.advance(Duration.ofMinutes(1));
  }

  @Test
  void an_accepted_send_waits_while_the_platform_is_paused() {
    SendResult result = room.submit(mail());
    room.setting(SettingStore.SENDING_PAUSED, "operator");
    room.outbox.runDue();
    assertEquals("sending_paused", room.get(result.sendId()).deferredReason());
    assertEquals(SendStatus.SENDING, room.get(result.sendId()).status());
    room.setting(SettingStore.SENDING_PAUSED, null);
    room.clock.advance(Duration.ofMinutes(1));
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(result.sendId()).status());
  }

  @Test
  void a_waiting_send_can_be_cancelled_and_its_recipients_are_given_back() {
    SendResult scheduled = room.submit(mail().sendAt(START.plusSeconds(60)));
    assertEquals(1, taken());
    assertEquals(SendStatus.CANCELLED, room.sends.cancel(CALLER, scheduled.sendId()).status());
    assertEquals(0, taken());
    assertEquals(
        Map.of("send_id", scheduled.sendId(), "wake", true),
        room.event(EventType.SEND_CANCELLED).data());
    room.clock.advance(Duration.ofHours(1));
    assertEquals(0, room.outbox.runDue());
    assertConflict("already_final", scheduled.sendId());
  }

  @Test
  void cancelling_the_next_day_gives_nothing_back() {
    SendResult scheduled = room.submit(mail().sendAt(START.plus(Duration.ofDays(2))));
    room.clock.advance(Duration.ofDays(1));
    room.submit(mail().text("today"));
    room.sends.cancel(CALLER, scheduled.sendId());
    assertEquals(1, taken());
  }

  @Test
  void cancelling_a_pending_send_withdraws_its_approval() {
    room.askForApproval("first_contact");
    SendResult pending = room.submit(mail());
    Send cancelled = room.sends.cancel(CALLER, pending.sendId());
    String approvalId = String.valueOf(cancelled.approvalId());
    assertEquals(
        dev.agentmailbox.sending.Approval.Status.CANCELLED,
        room.read(tx -> tx.approvals().find(ORG_A, approvalId)).orElseThrow().status());
    assertEquals(
        List.of(EventType.APPROVAL_REQUESTED, EventType.SEND_CANCELLED), room.eventTypes());
  }

  private Send decide(SendResult pending, boolean approve) {
    return room.store.write(
        tx -> {
          Send send = tx.sends().lock(ORG_A, pending.sendId()).orElseThrow();
          return approve
              ? room.release.approved(tx, tx.inboxes().lock(ONE, INBOX).orElseThrow(), send)
              : room.release.rejected(tx, send);
        });
  }

  @Test
  void an_approved_send_leaves() {
    room.askForApproval("first_contact");
    SendResult pending = room.submit(mail());
    room.clock.advance(Duration.ofHours(5));
    assertEquals(SendStatus.SENDING, decide(pending, true).status());
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(pending.sendId()).status());
  }

  @Test
  void an_approved_send_keeps_its_time() {
    room.askForApproval("first_contact");
    Instant at = START.plus(Duration.ofDays(1));
    SendResult pending = room.submit(mail().sendAt(at));
    assertEquals(SendStatus.SCHEDULED, decide(pending, true).status());
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
    Send waiting = decide(pending, true);
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
    assertEquals(1, taken());
    assertEquals(SendStatus.REJECTED, decide(pending, false).status());
    assertEquals(0, taken());
    room.outbox.runDue();
    assertTrue(capture.captured().isEmpty());
  }

  @Test
  void what_is_under_way_or_over_cannot_be_cancelled() {
    SendResult sending = room.submit(mail());
    assertConflict("already_sending", sending.sendId());
    room.outbox.runDue();
    assertConflict("already_final", sending.sendId());
    assertThrows(MailboxException.class, () -> room.sends.cancel(CALLER, "out_0000000000000000"));
  }

  @Test
  void the_copy_of_a_mail_is_known_before_an_answer_can_come() {
    List<Boolean> known = new ArrayList<>();
    MailTransport looking =
        new MailTransport() {
          @Override
          public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
            String id = MESSAGE_ID.matcher(text(mail)).results().findFirst().orElseThrow().group(1);
            known.add(lookUp(id));
            return capture.handOver(mail, mark);
          }

          @Override
          public boolean deliversFinally() {
            return false;
          }
        };
    looked = new SendingRoom(capture, looking);
    Send send = looked.send(mail());
    assertEquals(List.of(true), known);
    assertEquals(
        send.threadId(),
        looked.read(tx -> tx.threads().known(ONE, List.of(send.rfcMessageId()))).get(0).threadId());
  }

  private static final java.util.regex.Pattern MESSAGE_ID =
      java.util.regex.Pattern.compile("(?m)^Message-ID: (\\S+)");
  private SendingRoom looked = room;

  private boolean lookUp(String id) {
    return !looked.read(tx -> tx.threads().known(ONE, List.of(id))).isEmpty();
  }

  private static String text(MailTransport.OutboundMail mail) {
    return new CapturingTransport.Captured("", List.of(), mail.content(), "").source();
  }

  private void assertConflict(String reason, String sendId) {
    MailboxException refusal =
        assertThrows(MailboxException.class, () -> room.sends.cancel(CALLER, sendId));
    assertEquals(ErrorCode.CONFLICT, refusal.code());
    assertEquals(reason, refusal.details().get("reason"));
  }

  private boolean suppressed(String address) {
    return room.read(
        tx ->
            tx.lists()
                .find(ORG_A, ListEntry.Direction.SEND, ListEntry.Type.BLOCK, address)
                .filter(ListEntry::suppression)
                .isPresent());
  }

  private UsageDay usage() {
    return room.read(
            tx ->
                tx.usage()
                    .days(
                        ORG_A.organizationId(),
                        ORG_A.organizationId(),
                        room.context.today(),
                        room.context.today()))
        .get(0);
  }

  private long taken() {
    return room.read(
        tx -> tx.usage().used(ORG_A.organizationId(), room.context.today(), Quota.RECIPIENTS));
  }
}
