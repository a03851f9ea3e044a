package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.SendRecords.recipient;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.usage.Counter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When mail is handed over again, on a clock that is moved by hand. */
class OutboxRetryTest {
  private final CapturingTransport capture = new CapturingTransport();
  private final SendingFixture fixture = new SendingFixture(capture);
  private final SendRecords records = new SendRecords(fixture);

  private Send now(Send send) {
    return fixture.get(send.id());
  }

  private void moveTo(@Nullable Instant time) {
    fixture.clock.set(assertPresent(time));
  }

  private static Instant assertPresent(@Nullable Instant time) {
    assertNotNull(time);
    return time;
  }

  @Test
  void what_is_refused_for_now_is_tried_for_two_days() {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    Send send = fixture.send(mail());
    List<Duration> waits = new ArrayList<>();
    Send current = send;
    while (current.times().nextAttemptAt() != null) {
      waits.add(Duration.between(fixture.clock.instant(), current.times().nextAttemptAt()));
      assertEquals(SendStatus.SENDING, current.status());
      moveTo(current.times().nextAttemptAt().minusMillis(1));
      assertEquals(0, fixture.outbox.runDue(), "not before its time");
      moveTo(current.times().nextAttemptAt());
      fixture.outbox.runDue();
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
    assertEquals("transient", recipient(current, "bob@example.com").state().bounceType());
    assertEquals("transient", fixture.event(EventType.MESSAGE_BOUNCED).data().get("bounce_type"));
    assertEquals(false, records.suppressed("bob@example.com"));
    assertEquals(waits.size() + 1, current.attempts());
  }

  @Test
  void only_open_recipients_are_tried_again() {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    Send first = fixture.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, first.status());
    assertEquals(RecipientStatus.PENDING, recipient(first, "bob@example.com").status());
    capture.clear();
    moveTo(first.times().nextAttemptAt());
    fixture.outbox.runDue();
    assertEquals(List.of("bob@example.com"), capture.last().recipients());
    assertEquals(RecipientStatus.SENT, recipient(now(first), "bob@example.com").status());
    assertEquals(List.of(EventType.MESSAGE_SENT), fixture.eventTypes());
    assertEquals(2, records.counted(Counter.SENT_RECIPIENTS));
    assertEquals(1, records.counted(Counter.SENT_MESSAGES));
  }

  @Test
  void a_next_hop_may_ask_for_a_longer_wait() {
    capture.failNext(
        new Outcome(Kind.TEMPORARY, new Reply(421, null, "later"), Duration.ofHours(3)));
    Send send = fixture.send(mail());
    assertEquals(START.plus(Duration.ofHours(3)), send.times().nextAttemptAt());
  }

  @Test
  void a_lost_answer_is_followed_by_one_resend_and_then_by_unconfirmed() {
    capture.failNext(CapturingTransport.noAnswer(), CapturingTransport.noAnswer());
    Send first = fixture.send(mail());
    assertEquals(SendStatus.SENDING, first.status());
    assertTrue(first.resent());
    moveTo(first.times().nextAttemptAt());
    fixture.outbox.runDue();
    Send second = now(first);
    assertEquals(SendStatus.SENT, second.status());
    assertEquals("unconfirmed", recipient(second, "bob@example.com").detail());
    assertNull(second.times().nextAttemptAt());
    assertEquals(List.of(EventType.MESSAGE_SENT), fixture.eventTypes());
  }

  @Test
  void a_lost_answer_and_a_good_one_is_a_plain_success() {
    capture.failNext(CapturingTransport.noAnswer());
    Send first = fixture.send(mail());
    moveTo(first.times().nextAttemptAt());
    fixture.outbox.runDue();
    Send second = now(first);
    assertEquals(SendStatus.SENT, second.status());
    assertEquals("captured", recipient(second, "bob@example.com").detail());
    assertEquals(second.mail().rfcMessageId(), first.mail().rfcMessageId());
    assertEquals(ReturnPath.of(first, first.recipients().get(0)), capture.last().envelopeSender());
  }

  @Test
  void a_transport_that_throws_counts_as_not_now() {
    MailTransport broken = mock(MailTransport.class);
    when(broken.handOver(any(), any())).thenThrow(new IllegalStateException("a mistake"));
    SendingFixture other = new SendingFixture(capture, broken);
    Send send = other.send(mail());
    assertEquals(SendStatus.SENDING, send.status());
    assertEquals(1, send.attempts());
    assertEquals(false, send.resent());
    assertNotNull(send.times().nextAttemptAt());
  }

  @Test
  void a_full_inbox_of_the_service_is_tried_again() throws Exception {
    MailReceiver receiver = OutboxTest.receiver(fixture);
    doThrow(ReceiveException.full()).doNothing().when(receiver).accept(any(), any());
    Outbox outbox = fixture.outboxTo(receiver);
    Send send = fixture.get(fixture.submit(mail().to(OTHER_INBOX)).sendId());
    outbox.runDue();
    send = now(send);
    assertEquals(RecipientStatus.PENDING, recipient(send, OTHER_INBOX).status());
    moveTo(send.times().nextAttemptAt());
    outbox.runDue();
    assertEquals(RecipientStatus.DELIVERED, recipient(now(send), OTHER_INBOX).status());
  }
}
