package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendRecords.recipient;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.FakeRelay;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

/** What becomes of mail at its first hand-over. */
class OutboxTest {
  private static final Pattern MESSAGE_ID = Pattern.compile("(?m)^Message-ID: (\\S+)");

  private final CapturingTransport capture = new CapturingTransport();
  private final SendingFixture fixture = new SendingFixture(capture);
  private final SendRecords records = new SendRecords(fixture);
  private SendingFixture looked = fixture;

  /** Accepts whatever a test does not say otherwise of. */
  static MailReceiver receiver(SendingFixture fixture) throws IOException {
    MailReceiver receiver = mock(MailReceiver.class);
    when(receiver.judge(any())).thenReturn(RecipientAnswer.ACCEPTED);
    when(receiver.spool()).thenAnswer(call -> fixture.store.content().spool());
    return receiver;
  }

  // spec SendState.1, EventTypes.6
  @Test
  void a_mail_behind_a_relay_is_sent_and_not_yet_delivered() {
    Send send = fixture.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(START, send.times().sentAt());
    assertEquals(1, send.attempts());
    assertNull(send.times().nextAttemptAt());
    assertNull(send.times().handedOverAt());
    assertEquals(RecipientStatus.SENT, recipient(send, "bob@example.com").status());
    assertEquals(List.of(EventType.MESSAGE_SENT), fixture.eventTypes());
    Event sent = fixture.event(EventType.MESSAGE_SENT);
    assertEquals(send.messageId(), sent.messageId());
    assertEquals(send.threadId(), sent.threadId());
    assertEquals(
        Map.of(
            "send_id", send.id(),
            "recipients", List.of("bob@example.com", "c@example.net"),
            "wake", true),
        sent.data());
    assertEquals(2, capture.captured().size(), "one hand-over for each return path");
    assertEquals(1, records.counted(Counter.SENT_MESSAGES));
    assertEquals(2, records.counted(Counter.SENT_RECIPIENTS));
    assertEquals(0, fixture.outbox.runDue());
  }

  // spec SendState.7, EventTypes.7
  @Test
  void a_transport_that_reaches_the_recipients_server_delivers() {
    CapturingTransport direct = new CapturingTransport(CapturingTransport.Kind.FINAL, 10);
    SendingFixture near = new SendingFixture(direct);
    Send send = near.send(mail().cc(List.of("d@example.com", "c@example.net")));
    assertEquals(RecipientStatus.DELIVERED, recipient(send, "c@example.net").status());
    assertEquals(
        List.of(
            EventType.MESSAGE_SENT,
            EventType.MESSAGE_DELIVERED,
            EventType.MESSAGE_DELIVERED,
            EventType.MESSAGE_DELIVERED),
        near.eventTypes());
    assertEquals(3, direct.captured().size(), "one hand-over for each return path");
  }

  // spec SendState.7
  @Test
  void an_unknown_user_bounces_for_good_and_is_not_written_to_again() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Send send = fixture.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, send.status());
    SendRecipient bob = recipient(send, "bob@example.com");
    assertEquals(RecipientStatus.BOUNCED, bob.status());
    assertEquals("permanent", bob.state().bounceType());
    assertEquals("no such user", bob.detail());
    assertEquals(
        Map.of(
            "send_id", send.id(),
            "recipient", "bob@example.com",
            "bounce_type", "permanent",
            "status", "5.1.1",
            "wake", true),
        fixture.event(EventType.MESSAGE_BOUNCED).data());
    assertTrue(records.suppressed("bob@example.com"));
    assertEquals(1, records.counted(Counter.BOUNCED));
    MailboxException refusal = refused(() -> fixture.submit(mail().text("again")));
    assertEquals(List.of("recipient_suppressed"), refusal.details().get("reasons"));
  }

  @Test
  void a_send_nobody_took_has_failed_and_still_has_its_copy() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Send send = fixture.send(mail());
    assertEquals(SendStatus.FAILED, send.status());
    assertNotNull(send.messageId());
    assertNull(send.times().nextAttemptAt());
    assertEquals(List.of(EventType.MESSAGE_BOUNCED), fixture.eventTypes());
    assertEquals(send.messageId(), fixture.event(EventType.MESSAGE_BOUNCED).messageId());
  }

  @Test
  void a_permanent_refusal_of_another_kind_suppresses_nobody() {
    capture.answer(
        "bob@example.com",
        Outcome.of(Kind.RECIPIENT_REFUSED, new Reply(552, "5.2.2", "mailbox full")));
    fixture.send(mail());
    assertEquals(false, records.suppressed("bob@example.com"));
  }

  // spec SendState.7, EventTypes.10
  @Test
  void a_refusal_of_ours_by_the_next_hop_is_a_rejection() {
    capture.failNext(CapturingTransport.rejected());
    Send send = fixture.send(mail());
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
        fixture.event(EventType.MESSAGE_REJECTED).data());
    assertEquals(false, records.suppressed("bob@example.com"));
  }

  @Test
  void lost_content_ends_the_send() throws Exception {
    SendResult result = fixture.submit(mail());
    fixture.store.content().delete(fixture.get(result.sendId()).mail().contentKey());
    fixture.outbox.runDue();
    assertEquals(SendStatus.FAILED, fixture.get(result.sendId()).status());
  }

  @Test
  void mail_for_inboxes_of_the_service_never_leaves_the_process() throws Exception {
    MailReceiver receiver = receiver(fixture);
    when(receiver.judge("gone@agents.test")).thenReturn(RecipientAnswer.UNKNOWN);
    when(receiver.judge("paused@agents.test")).thenReturn(RecipientAnswer.NOT_RECEIVING);
    SendResult result =
        fixture.submit(mail().cc(List.of(OTHER_INBOX, "gone@agents.test", "paused@agents.test")));
    fixture.outboxTo(receiver).runDue();
    Send send = fixture.get(result.sendId());
    assertEquals(List.of("bob@example.com"), capture.last().recipients());
    ArgumentCaptor<Envelope> accepted = ArgumentCaptor.forClass(Envelope.class);
    verify(receiver).accept(accepted.capture(), any());
    assertEquals(List.of(OTHER_INBOX), accepted.getValue().recipients());
    assertTrue(accepted.getValue().authenticatedInProcess());
    assertEquals(send.mail().envelopeSender(), accepted.getValue().returnPath());
    assertEquals(RecipientStatus.DELIVERED, recipient(send, OTHER_INBOX).status());
    assertEquals(RecipientStatus.BOUNCED, recipient(send, "gone@agents.test").status());
    assertEquals(RecipientStatus.REJECTED, recipient(send, "paused@agents.test").status());
    assertEquals(1, records.counted(Counter.BOUNCED_PERMANENTLY), "the pause is not the sender's");
    assertEquals(false, records.suppressed("paused@agents.test"));
  }

  @Test
  void the_copy_of_a_mail_is_known_before_an_answer_can_come() {
    List<Boolean> known = new ArrayList<>();
    MailTransport looking =
        new FakeRelay(
            (mail, mark) -> {
              String id =
                  MESSAGE_ID.matcher(text(mail)).results().findFirst().orElseThrow().group(1);
              known.add(lookUp(id));
              return capture.handOver(mail, mark);
            });
    looked = new SendingFixture(capture, looking);
    Send send = looked.send(mail());
    assertEquals(List.of(true), known);
    assertEquals(
        send.threadId(),
        looked
            .read(tx -> tx.threads().known(ONE, List.of(send.mail().rfcMessageId())))
            .get(0)
            .threadId());
  }

  private boolean lookUp(String id) {
    return !looked.read(tx -> tx.threads().known(ONE, List.of(id))).isEmpty();
  }

  private static String text(MailTransport.OutboundMail mail) {
    return new CapturingTransport.Captured("", List.of(), mail.content(), "").source();
  }
}
