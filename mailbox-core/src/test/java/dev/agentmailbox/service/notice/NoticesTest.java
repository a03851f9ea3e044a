package dev.agentmailbox.service.notice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.service.IdempotentRequest;
import dev.agentmailbox.service.sending.SendCommand;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.outbox.OutboxLimits;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoticesTest {
  private static final List<String> HUMANS = List.of("ann@example.org", "bea@example.org");

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final CapturingTransport transport = new CapturingTransport();
  private final Notices notices = new Notices(world.context, transport, "https://app.test/console");
  private final ReleaseStep release = new ReleaseStep(world.context, (tx, organization) -> HUMANS);
  private final Sends sends =
      new Sends(
          world.context,
          world.runner,
          release,
          new Outbox(world.context, release, transport, world.intake, OutboxLimits.DEFAULT));

  @BeforeEach
  void ask() {
    world.askForApproval("first_contact");
  }

  private SendResult submit() {
    SendCommand mail =
        SendCommand.send(inbox.address())
            .to("secret-recipient@example.com", "other@example.com")
            .subject("secret subject")
            .text("secret words")
            .build();
    return sends.submit(world.owner, mail, IdempotentRequest.unkeyed());
  }

  private String approvalId(SendResult pending) {
    return String.valueOf(world.sends.get(world.owner, pending.sendId()).state().approvalId());
  }

  private static String source(Captured mail) {
    try (InputStream in = mail.content().open()) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_human_whose_mail_agents_could_read_is_not_told() {
    ReleaseStep toOwnDomain =
        new ReleaseStep(world.context, (tx, organization) -> List.of("boss@agents.localhost"));
    new Sends(
            world.context,
            world.runner,
            toOwnDomain,
            new Outbox(world.context, toOwnDomain, transport, world.intake, OutboxLimits.DEFAULT))
        .submit(
            world.owner,
            SendCommand.send(inbox.address()).to("a@example.com").subject("a").text("b").build(),
            IdempotentRequest.unkeyed());

    assertEquals(1, notices.run());
    assertEquals(0, notices.run());
    assertEquals(List.of(), transport.captured());
  }

  @Test
  void every_human_is_told_once_with_a_link_and_without_the_mail() {
    String approval = approvalId(submit());
    assertEquals(List.of(), transport.captured());
    assertEquals(2, notices.run());
    assertEquals(0, notices.run());
    assertEquals(
        HUMANS,
        transport.captured().stream().map(mail -> mail.recipients().get(0)).sorted().toList());
    String source = source(transport.captured().get(0));
    assertTrue(source.contains("https://app.test/console/approvals/" + approval), source);
    assertTrue(source.contains("alice@agents.localhost"), source);
    assertTrue(source.contains("2 recipients"), source);
    assertTrue(source.contains("Auto-Submitted: auto-generated"), source);
    assertFalse(source.contains("secret"), source);
  }

  @Test
  void a_next_hop_that_cannot_just_now_is_asked_again() {
    submit();
    transport.answer("ann@example.org", CapturingTransport.notNow());
    assertEquals(2, notices.run());
    assertEquals(1, transport.captured().size());
    world.clock.advance(Duration.ofSeconds(59));
    assertEquals(0, notices.run());
    transport.answer(
        "ann@example.org",
        MailTransport.Outcome.accepted(new MailTransport.Reply(250, null, "ok")));
    world.clock.advance(Duration.ofSeconds(1));
    assertEquals(1, notices.run());
    assertEquals(2, transport.captured().size());
  }

  @Test
  void it_gives_up_after_a_day() {
    submit();
    HUMANS.forEach(human -> transport.answer(human, CapturingTransport.notNow()));
    int tries = 0;
    for (int minute = 0; minute < 3 * 24 * 60; minute += 10) {
      tries += notices.run();
      world.clock.advance(Duration.ofMinutes(10));
    }
    assertEquals(20, tries);
  }

  @Test
  void who_has_been_decided_about_is_not_told_of() {
    SendResult pending = submit();
    world.sends.cancel(world.owner, pending.sendId());
    notices.run();
    assertEquals(List.of(), transport.captured());
  }

  @Test
  void an_address_that_is_refused_is_not_tried_again() {
    submit();
    HUMANS.forEach(human -> transport.answer(human, CapturingTransport.unknownUser()));
    assertEquals(2, notices.run());
    world.clock.advance(Duration.ofDays(1));
    assertEquals(0, notices.run());
  }

  @Test
  void a_notice_that_a_crash_left_is_sent_when_its_lease_ends() {
    submit();
    world.store.write(tx -> tx.notices().claimDue(world.context.now(), Duration.ofHours(1), 10));
    assertEquals(0, notices.run());
    world.clock.advance(Duration.ofHours(1));
    assertEquals(2, notices.run());
    assertEquals(2, transport.captured().size());
  }

  @Test
  void who_stood_still_for_longer_than_its_lease_tells_nobody_whom_another_tells() {
    submit();
    CapturingTransport others = new CapturingTransport();
    Notices other = new Notices(world.context, others, "https://app.test/console");
    int[] finalDots = {0};
    MailTransport slow =
        new MailTransport() {
          @Override
          public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
            world.clock.advance(Duration.ofSeconds(31));
            assertEquals(2 - finalDots[0], other.run());
            mark.run();
            finalDots[0]++;
            return Map.of();
          }

          @Override
          public boolean isFinalDelivery() {
            return false;
          }
        };
    new Notices(world.context, slow, "https://app.test/console").run();
    assertEquals(0, finalDots[0]);
    assertEquals(2, others.captured().size());
    world.clock.advance(Duration.ofDays(1));
    assertEquals(0, other.run());
  }
}
