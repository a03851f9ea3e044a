package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.SendRecords.recipient;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What follows when the process ends in the middle of a hand-over. */
class KilledHandOverTest {
  private final CapturingTransport capture = new CapturingTransport();

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
    public boolean isFinalDelivery() {
      return inner.isFinalDelivery();
    }
  }

  /** An error, so that nothing on the way catches it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static void runDying(SendingFixture dying) {
    assertThrows(Killed.class, dying.outbox::runDue);
    dying.clock.advance(Duration.ofSeconds(30));
  }

  @Test
  void killed_before_the_final_dot_is_no_resend() {
    Dying transport = new Dying(capture, false, 3);
    SendingFixture dying = new SendingFixture(capture, transport);
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
    SendingFixture dying = new SendingFixture(capture, transport);
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
    SendingFixture dying = new SendingFixture(capture, transport);
    SendResult result = dying.submit(mail());
    runDying(dying);
    runDying(dying);
    dying.outbox.runDue();
    Send send = dying.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals("unconfirmed", recipient(send, "bob@example.com").detail());
    assertNotNull(send.messageId());
    assertNull(send.times().nextAttemptAt());
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
          public boolean isFinalDelivery() {
            return true;
          }
        };
    SendingFixture dying = new SendingFixture(direct, second);
    dying.submit(mail().cc(List.of("c@example.net", "d@example.org")));
    runDying(dying);
    dying.outbox.runDue();
    assertEquals(
        List.of(
            List.of("bob@example.com"),
            List.of("c@example.net"),
            List.of("d@example.org"),
            List.of("c@example.net")),
        calls);
  }

  /** A relay that keeps the recipients of each call, and answers as set from the given call on. */
  private static final class Relay implements MailTransport {
    private final List<String> asked = new ArrayList<>();
    private final int from;
    private final Function<Runnable, Outcome> answer;

    Relay(int from, Function<Runnable, Outcome> answer) {
      this.from = from;
      this.answer = answer;
    }

    @Override
    public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
      String recipient = mail.recipients().get(0);
      asked.add(recipient);
      if (asked.size() == from) {
        return Map.of(recipient, answer.apply(mark));
      }
      mark.run();
      return Map.of(recipient, Outcome.accepted(new Reply(250, "2.0.0", "ok")));
    }

    @Override
    public boolean isFinalDelivery() {
      return false;
    }
  }

  @Test
  void killed_between_two_recipients_behind_one_relay_repeats_only_the_second() {
    Relay relay =
        new Relay(
            2,
            mark -> {
              mark.run();
              throw new Killed();
            });
    SendingFixture dying = new SendingFixture(capture, relay);
    SendResult result = dying.submit(mail().cc(List.of("c@example.net", "d@example.org")));
    runDying(dying);
    dying.outbox.runDue();
    Send send = dying.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertTrue(send.recipients().stream().allMatch(r -> r.status() == RecipientStatus.SENT));
    assertEquals(
        List.of("bob@example.com", "c@example.net", "d@example.org", "c@example.net"), relay.asked);
  }

  @Test
  void a_relay_that_is_not_there_is_asked_once_a_round() {
    Relay relay =
        new Relay(1, mark -> Outcome.of(MailTransport.Kind.TEMPORARY, new Reply(0, null, "none")));
    SendingFixture fixture = new SendingFixture(capture, relay);
    SendResult result = fixture.submit(mail().cc(List.of("c@example.net", "d@example.org")));
    fixture.outbox.runDue();
    assertEquals(List.of("bob@example.com"), relay.asked);
    assertEquals(1, fixture.get(result.sendId()).attempts());
    fixture.clock.advance(Duration.ofMinutes(2));
    fixture.outbox.runDue();
    assertEquals(4, relay.asked.size());
    assertEquals(SendStatus.SENT, fixture.get(result.sendId()).status());
  }
}
