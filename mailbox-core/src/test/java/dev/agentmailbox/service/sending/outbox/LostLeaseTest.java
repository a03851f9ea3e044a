package dev.agentmailbox.service.sending.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Two processes over one store, of which one stands still while it hands a send over. */
class LostLeaseTest {
  private final SettableClock clock = SettableClock.at("2026-01-01T12:00:00Z");
  private final InMemoryStore store = new InMemoryStore();
  private final CapturingTransport quick = new CapturingTransport();

  private Mailbox mailbox(MailTransport transport) {
    return Mailbox.builder().store(store).clock(clock).transport(transport).build();
  }

  /** Stands still for longer than its lease just before the final dot, while another goes on. */
  private final class Slow implements MailTransport {
    private final Mailbox other;
    private int finalDots;

    Slow(Mailbox other) {
      this.other = other;
    }

    @Override
    public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
      clock.advance(OutboxLimits.DEFAULT.lease().plus(Duration.ofSeconds(1)));
      assertEquals(1, other.outbox().runDue());
      mark.run();
      finalDots++;
      Map<String, Outcome> outcomes = new HashMap<>();
      mail.recipients().forEach(r -> outcomes.put(r, Outcome.of(Kind.ACCEPTED, null)));
      return outcomes;
    }

    @Override
    public boolean isFinalDelivery() {
      return false;
    }
  }

  @Test
  void who_stood_still_for_longer_than_its_lease_hands_nothing_over_that_another_took() {
    try (Mailbox other = mailbox(quick)) {
      Slow transport = new Slow(other);
      Mailbox slow = mailbox(transport);
      Inbox inbox = other.agent().createInbox("shared");
      MailInput command =
          MailInput.from(inbox.address()).to("a@x.test").subject("s").text("t").build();
      String id = slow.sends().submit(slow.owner(), command, IdempotentRequest.unkeyed()).sendId();
      int unused = slow.outbox().runDue();
      assertEquals(1, quick.captured().size());
      assertEquals(0, transport.finalDots);
      assertEquals(SendStatus.SENT, other.sends().get(other.owner(), id).status());
      assertEquals(1, other.sends().get(other.owner(), id).attempts());
    }
  }

  /** Stands still between the final dot and its answer, while another tries and fails for now. */
  private final class Late implements MailTransport {
    private final Mailbox other;
    private final Kind answer;

    Late(Mailbox other, Kind answer) {
      this.other = other;
      this.answer = answer;
    }

    @Override
    public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
      mark.run();
      clock.advance(OutboxLimits.DEFAULT.lease().plus(Duration.ofSeconds(1)));
      assertEquals(1, other.outbox().runDue());
      Map<String, Outcome> outcomes = new HashMap<>();
      mail.recipients().forEach(r -> outcomes.put(r, Outcome.of(answer, null)));
      return outcomes;
    }

    @Override
    public boolean isFinalDelivery() {
      return false;
    }
  }

  private Send afterLate(MailTransport.Kind answer, CapturingTransport others) {
    try (Mailbox other = mailbox(others)) {
      Mailbox late = mailbox(new Late(other, answer));
      Inbox inbox = other.agent().createInbox("shared");
      MailInput command =
          MailInput.from(inbox.address()).to("a@x.test").subject("s").text("t").build();
      String id = late.sends().submit(late.owner(), command, IdempotentRequest.unkeyed()).sendId();
      int unused = late.outbox().runDue();
      return other.sends().get(other.owner(), id);
    }
  }

  @Test
  void who_lost_its_lease_does_not_settle_what_another_is_at() {
    quick.answer("a@x.test", CapturingTransport.notNow());
    Send send = afterLate(MailTransport.Kind.TEMPORARY, quick);
    assertEquals(SendStatus.SENDING, send.status());
    assertEquals(1, send.attempts());
    assertTrue(send.resent());
    Instant next = Objects.requireNonNull(send.times().nextAttemptAt());
    assertTrue(next.isAfter(clock.instant().plusSeconds(40)), "by the schedule of the other");
  }

  @Test
  void a_refusal_that_came_after_the_lease_leaves_the_recipient_to_the_other() {
    quick.answer("a@x.test", CapturingTransport.notNow());
    Send send = afterLate(MailTransport.Kind.RECIPIENT_REFUSED, quick);
    assertEquals(RecipientStatus.PENDING, send.recipients().get(0).status());
    assertEquals(1, send.attempts());
  }

  @Test
  void mail_that_was_taken_before_the_lease_was_lost_is_sent_and_not_tried_again() {
    quick.answer("a@x.test", CapturingTransport.notNow());
    Send send = afterLate(MailTransport.Kind.ACCEPTED, quick);
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(1, send.attempts());
    assertNull(send.times().nextAttemptAt());
  }
}
