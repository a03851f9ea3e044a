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
  private final SendingFixture room = new SendingFixture(direct);

  /** An outbox that fails at each send a human has to be asked about. */
  private Outbox failing() {
    ReleaseStep release =
        new ReleaseStep(
            room.context,
            (tx, organization) -> {
              throw new IllegalStateException("a mistake");
            });
    return new Outbox(room.context, release, direct, room.receiver, OutboxLimits.DEFAULT);
  }

  @Test
  void a_send_that_cannot_be_judged_keeps_no_other_from_leaving() {
    Instant soon = room.clock.instant().plusSeconds(60);
    SendResult before = room.submit(mail().subject("before").sendAt(soon));
    SendResult bad = room.submit(mail().text("https://example.com/x").sendAt(soon));
    SendResult after = room.submit(mail().subject("after").sendAt(soon));
    room.askForApproval("has_links");
    room.clock.set(soon);
    try (Outbox outbox = failing()) {
      int unused = outbox.runDue();
    }
    assertEquals(SendStatus.SENT, room.get(before.sendId()).status());
    assertEquals(SendStatus.SENT, room.get(after.sendId()).status());
    assertEquals(SendStatus.SCHEDULED, room.get(bad.sendId()).status());
  }

  @Test
  void a_send_that_could_not_be_judged_is_put_off_and_judged_again() {
    Instant soon = room.clock.instant().plusSeconds(60);
    SendResult bad = room.submit(mail().text("https://example.com/x").sendAt(soon));
    room.askForApproval("has_links");
    room.clock.set(soon);
    try (Outbox outbox = failing()) {
      assertEquals(1, outbox.runDue());
      assertEquals(0, outbox.runDue());
    }
    room.clock.advance(OutboxLimits.DEFAULT.lease());
    assertEquals(1, room.outbox.runDue());
    assertEquals(SendStatus.PENDING_APPROVAL, room.get(bad.sendId()).status());
  }

  @Test
  void a_send_that_reached_one_recipient_does_not_go_on_to_the_next_when_a_rule_came_meanwhile() {
    direct.answer("c@example.net", Outcome.busy(Duration.ofSeconds(7)));
    Send sent = room.send(mail().cc(List.of("c@example.net")));
    assertEquals(SendStatus.SENT, sent.status());
    assertEquals(0, sent.attempts());
    direct.clear();
    room.suspend("human");
    room.clock.advance(Duration.ofSeconds(7));
    room.outbox.runDue();
    assertEquals("org_suspended", room.get(sent.id()).deferredReason());
    room.askForApproval("first_contact");
    room.suspend(null);
    room.clock.advance(Duration.ofMinutes(1));
    room.outbox.runDue();
    Send after = room.get(sent.id());
    assertEquals(List.of(), direct.captured());
    assertEquals(SendStatus.SENT, after.status());
    assertEquals("not sent: approval_required", after.recipients().get(1).detail());
  }
}
