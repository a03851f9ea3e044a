package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one send that is due means for the others. */
class SendClaimerTest {
  private final CapturingTransport direct =
      new CapturingTransport(CapturingTransport.Kind.FINAL, 10);
  private final SendingFixture fixture = new SendingFixture(direct);

  /** An outbox that fails at each send a human has to be asked about. */
  private Outbox failing() {
    ReleaseStep release =
        new ReleaseStep(
            fixture.context,
            (tx, organization) -> {
              throw new IllegalStateException("a mistake");
            });
    return new Outbox(
        fixture.context, release, direct, fixture.mailbox.receiver(), OutboxLimits.DEFAULT);
  }

  @Test
  void a_send_that_cannot_be_judged_keeps_no_other_from_leaving() {
    Instant soon = fixture.clock.instant().plusSeconds(60);
    SendResult before = fixture.submit(mail().subject("before").sendAt(soon));
    SendResult bad = fixture.submit(mail().text("https://example.com/x").sendAt(soon));
    SendResult after = fixture.submit(mail().subject("after").sendAt(soon));
    fixture.askForApproval("has_links");
    fixture.clock.set(soon);
    try (Outbox outbox = failing()) {
      int unused = outbox.runDue();
    }
    assertEquals(SendStatus.SENT, fixture.get(before.sendId()).status());
    assertEquals(SendStatus.SENT, fixture.get(after.sendId()).status());
    assertEquals(SendStatus.SCHEDULED, fixture.get(bad.sendId()).status());
  }

  @Test
  void a_send_that_could_not_be_judged_is_put_off_and_judged_again() {
    Instant soon = fixture.clock.instant().plusSeconds(60);
    SendResult bad = fixture.submit(mail().text("https://example.com/x").sendAt(soon));
    fixture.askForApproval("has_links");
    fixture.clock.set(soon);
    try (Outbox outbox = failing()) {
      assertEquals(1, outbox.runDue());
      assertEquals(0, outbox.runDue());
    }
    fixture.clock.advance(OutboxLimits.DEFAULT.lease());
    assertEquals(1, fixture.outbox.runDue());
    assertEquals(SendStatus.PENDING_APPROVAL, fixture.get(bad.sendId()).status());
  }

  @Test
  void a_send_that_reached_one_recipient_does_not_go_on_to_the_next_when_a_rule_came_meanwhile() {
    direct.answer("c@example.net", Outcome.busy(Duration.ofSeconds(7)));
    Send sent = fixture.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, sent.status());
    assertEquals(0, sent.attempts());
    direct.clear();
    fixture.suspend("human");
    fixture.clock.advance(Duration.ofSeconds(7));
    fixture.outbox.runDue();
    assertEquals("org_suspended", fixture.get(sent.id()).deferredReason());
    fixture.askForApproval("first_contact");
    fixture.suspend(null);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    Send after = fixture.get(sent.id());
    assertEquals(List.of(), direct.captured());
    assertEquals(SendStatus.SENT, after.status());
    assertEquals("not sent: approval_required", after.recipients().get(1).detail());
  }
}
