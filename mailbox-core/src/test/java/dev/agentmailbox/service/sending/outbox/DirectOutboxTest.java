package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transport that delivers to the recipients' own servers may answer. */
class DirectOutboxTest {
  private final CapturingTransport direct =
      new CapturingTransport(CapturingTransport.Kind.FINAL, 10);
  private final SendingFixture fixture = new SendingFixture(direct);

  @Test
  void a_busy_transport_is_asked_again_soon_and_that_counts_as_no_attempt() {
    direct.failNext(Outcome.busy(Duration.ofSeconds(7)), Outcome.busy(Duration.ZERO));
    Send first = fixture.send(mail());
    assertEquals(SendStatus.SENDING, first.status());
    assertEquals(0, first.attempts());
    assertEquals(START.plusSeconds(7), first.times().nextAttemptAt());
    fixture.clock.advance(Duration.ofSeconds(7));
    fixture.outbox.runDue();
    assertEquals(START.plusSeconds(8), fixture.get(first.id()).times().nextAttemptAt());
    fixture.clock.advance(Duration.ofSeconds(1));
    fixture.outbox.runDue();
    Send last = fixture.get(first.id());
    assertEquals(SendStatus.SENT, last.status());
    assertEquals(1, last.attempts());
    assertEquals(
        List.of(EventType.MESSAGE_SENT, EventType.MESSAGE_DELIVERED), fixture.eventTypes());
  }

  @Test
  void busy_for_one_domain_and_not_now_from_another_is_one_attempt() {
    direct.answer("bob@example.com", Outcome.busy(Duration.ofSeconds(7)));
    direct.answer("c@example.net", CapturingTransport.notNow());
    Send send = fixture.send(mail().cc(List.of("c@example.net")));
    assertEquals(1, send.attempts());
    assertTrue(START.plusSeconds(50).isBefore(send.times().nextAttemptAt()), send.toString());
  }

  @Test
  void a_refusal_of_the_message_by_the_recipients_server_bounces_and_suppresses_nobody() {
    direct.failNext(Outcome.of(Kind.MESSAGE_REFUSED, new Reply(550, "5.1.1", "go away")));
    Send send = fixture.send(mail());
    assertEquals(SendStatus.FAILED, send.status());
    assertEquals(RecipientStatus.BOUNCED, send.recipients().get(0).status());
    assertEquals("permanent", send.recipients().get(0).state().bounceType());
    assertEquals(List.of(EventType.MESSAGE_BOUNCED), fixture.eventTypes());
    boolean suppressed =
        fixture.read(
            tx ->
                tx.lists()
                    .find(
                        StoreFixtures.ORG_A,
                        ListEntry.Direction.SEND,
                        ListEntry.Type.BLOCK,
                        "bob@example.com")
                    .isPresent());
    assertFalse(suppressed);
  }
}
