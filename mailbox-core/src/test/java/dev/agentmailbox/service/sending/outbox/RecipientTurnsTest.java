package dev.agentmailbox.service.sending.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The recipients of one send behind one relay, each with attempts and a resend of its own. */
class RecipientTurnsTest {
  private static final Outcome TAKEN = Outcome.accepted(new Reply(250, "2.0.0", "ok"));
  private static final Outcome SILENT = Outcome.of(Kind.TEMPORARY, new Reply(0, null, "none"));
  private static final Outcome CLOSING =
      Outcome.of(Kind.TEMPORARY, new Reply(421, "4.3.2", "closing"));
  private static final Outcome LOST = Outcome.of(Kind.UNKNOWN, null);

  /** Answers each recipient by a rule, and keeps who was asked for. */
  private static final class Relay implements MailTransport {
    private final List<String> asked = new ArrayList<>();
    private final Map<String, Function<Runnable, Outcome>> rules = new HashMap<>();

    @Override
    public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
      String recipient = mail.recipients().get(0);
      asked.add(recipient);
      Function<Runnable, Outcome> rule = rules.get(recipient);
      if (rule != null) {
        return Map.of(recipient, rule.apply(mark));
      }
      mark.run();
      return Map.of(recipient, TAKEN);
    }

    @Override
    public boolean isFinalDelivery() {
      return false;
    }

    void answer(String recipient, Outcome outcome) {
      rules.put(recipient, mark -> answer(mark, outcome));
    }

    private static Outcome answer(Runnable mark, Outcome outcome) {
      if (outcome.kind() == Kind.UNKNOWN) {
        mark.run();
      }
      return outcome;
    }
  }

  /** An error, so that nothing on the way catches it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Relay relay = new Relay();
  private final SendingFixture fixture = new SendingFixture(new CapturingTransport(), relay);

  private SendResult submit() {
    return fixture.submit(
        MailInput.from(SendingFixture.INBOX)
            .to("a@x.test")
            .cc(List.of("b@x.test", "c@x.test"))
            .subject("Hello")
            .text("Some words."));
  }

  private Send nextRound(SendResult result) {
    fixture.clock.set(Objects.requireNonNull(fixture.get(result.sendId()).times().nextAttemptAt()));
    fixture.outbox.runDue();
    return fixture.get(result.sendId());
  }

  private static SendRecipient recipient(Send send, String address) {
    return send.recipients().stream()
        .filter(r -> r.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_recipient_whose_hand_over_times_out_keeps_no_other_from_its_turn() {
    relay.answer("a@x.test", SILENT);
    SendResult result = submit();
    fixture.outbox.runDue();
    assertEquals(List.of("a@x.test"), relay.asked);
    Send send = nextRound(result);
    assertEquals(List.of("a@x.test", "b@x.test", "c@x.test", "a@x.test"), relay.asked);
    assertEquals(RecipientStatus.SENT, recipient(send, "b@x.test").status());
    assertEquals(RecipientStatus.SENT, recipient(send, "c@x.test").status());
    assertEquals(2, recipient(send, "a@x.test").state().attempts());
  }

  @Test
  void those_tried_least_come_first() {
    relay.answer("a@x.test", CLOSING);
    relay.answer("b@x.test", CLOSING);
    SendResult result = submit();
    fixture.outbox.runDue();
    Send second = nextRound(result);
    assertNull(recipient(second, "c@x.test").detail(), "nobody answered for it");
    nextRound(result);
    assertEquals(List.of("a@x.test", "b@x.test", "c@x.test", "a@x.test"), relay.asked);
  }

  @Test
  void a_lost_answer_uses_up_the_resend_of_its_own_recipient_only() {
    relay.answer("a@x.test", LOST);
    SendResult result = submit();
    fixture.outbox.runDue();
    relay.answer("b@x.test", LOST);
    Send second = nextRound(result);
    assertEquals(RecipientStatus.PENDING, recipient(second, "b@x.test").status());
    Send third = nextRound(result);
    assertEquals(RecipientStatus.SENT, recipient(third, "c@x.test").status());
    assertFalse(recipient(third, "c@x.test").state().resent());
    Send fourth = nextRound(result);
    assertEquals(2, relay.asked.stream().filter("a@x.test"::equals).count());
    assertEquals(2, relay.asked.stream().filter("b@x.test"::equals).count());
    assertEquals(AttemptResult.UNCONFIRMED, recipient(fourth, "a@x.test").detail());
    assertEquals(AttemptResult.UNCONFIRMED, recipient(fourth, "b@x.test").detail());
  }

  @Test
  void what_was_handed_over_before_its_content_was_lost_is_not_rejected() throws IOException {
    relay.rules.put(
        "b@x.test",
        mark -> {
          mark.run();
          throw new Killed();
        });
    SendResult result = submit();
    try {
      fixture.outbox.runDue();
      throw new AssertionError("it was to be killed");
    } catch (Killed expected) {
      fixture.clock.advance(OutboxLimits.DEFAULT.lease());
    }
    fixture.store.content().delete(fixture.get(result.sendId()).mail().contentKey());
    fixture.outbox.runDue();
    Send send = fixture.get(result.sendId());
    assertEquals(RecipientStatus.SENT, recipient(send, "a@x.test").status());
    assertEquals(RecipientStatus.SENT, recipient(send, "b@x.test").status());
    assertEquals(AttemptResult.UNCONFIRMED, recipient(send, "b@x.test").detail());
    assertEquals(RecipientStatus.REJECTED, recipient(send, "c@x.test").status());
    assertEquals(SendStatus.SENT, send.status());
  }
}
