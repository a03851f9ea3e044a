package dev.agentmailbox.service.notice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.fixture.FakeRelay;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.ApproverDirectory.Approver;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.service.policy.Policies.PolicyChanges;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.outbox.OutboxLimits;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoticesTest {
  private static final List<String> HUMANS = List.of("ann@example.org", "bea@example.org");

  private static final List<Approver> APPROVERS =
      HUMANS.stream().map(address -> new Approver(address, Role.APPROVER)).toList();

  @AutoClose private final ServiceFixture fixture = new ServiceFixture();
  private final Inbox inbox = fixture.inbox("alice");
  private final CapturingTransport transport = new CapturingTransport();
  private final Notices notices =
      new Notices(fixture.context, transport, PushService.NONE, "https://app.test/console");
  private final ReleaseStep release =
      new ReleaseStep(fixture.context, (tx, organization) -> APPROVERS);
  private final Sends sends =
      new Sends(
          fixture.context,
          new IdempotencyRunner(fixture.context),
          release,
          new Outbox(fixture.context, release, transport, fixture.intake, OutboxLimits.DEFAULT));

  @BeforeEach
  void ask() {
    fixture.askForApproval("first_contact");
    // Reminders have tests of their own.
    fixture
        .mailbox
        .policies()
        .update(
            fixture.human(Role.OWNER),
            ScopeRef.OWN,
            new PolicyChanges(
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.to(new NoticePolicy(true, 0, 0, null))));
  }

  private SendResult submit() {
    MailInput mail =
        MailInput.from(inbox.address())
            .to("secret-recipient@example.com", "other@example.com")
            .subject("secret subject")
            .text("secret words")
            .build();
    return sends.submit(fixture.owner, mail, IdempotentRequest.unkeyed());
  }

  private String approvalId(SendResult pending) {
    return String.valueOf(fixture.sends.get(fixture.owner, pending.sendId()).state().approvalId());
  }

  private static ParsedMessage parsed(Captured mail) {
    return new MimeReader().read(mail.content());
  }

  @Test
  void a_human_whose_mail_agents_could_read_is_not_told() {
    ReleaseStep toOwnDomain =
        new ReleaseStep(
            fixture.context,
            (tx, organization) -> List.of(new Approver("boss@agents.localhost", Role.OWNER)));
    new Sends(
            fixture.context,
            new IdempotencyRunner(fixture.context),
            toOwnDomain,
            new Outbox(
                fixture.context, toOwnDomain, transport, fixture.intake, OutboxLimits.DEFAULT))
        .submit(
            fixture.owner,
            MailInput.from(inbox.address()).to("a@example.com").subject("a").text("b").build(),
            IdempotentRequest.unkeyed());

    assertEquals(1, notices.run());
    assertEquals(0, notices.run());
    assertEquals(List.of(), transport.captured());
  }

  @Test
  void every_human_is_told_once_what_is_to_be_decided() {
    String approval = approvalId(submit());
    assertEquals(List.of(), transport.captured());
    assertEquals(2, notices.run());
    assertEquals(0, notices.run());
    assertEquals(
        HUMANS,
        transport.captured().stream().map(mail -> mail.recipients().get(0)).sorted().toList());
    ParsedMessage notice = parsed(transport.captured().get(0));
    assertEquals(
        "Approve: secret subject → secret-recipient@example.com (+1)", notice.headers().subject());
    assertEquals(
        """
        An agent asks to send this mail. It leaves only when you or another approver approves it:

        https://app.test/console/approvals/%s

        From:    alice@agents.localhost
        To:      secret-recipient@example.com, other@example.com
        Subject: secret subject
        Note:    goes to a new contact

        It begins (written by the agent, links included):

        > secret words

        Without a decision it is rejected on %s.
        """
            .formatted(approval, "8 March 2026, 12:00 UTC"),
        String.valueOf(notice.text()).strip() + "\n");
    assertEquals(Optional.of("auto-generated"), notice.header("Auto-Submitted"));
  }

  @Test
  void a_notice_shows_nothing_of_hostile_text_but_its_letters() {
    String invisible = "\u202egnp.exe\u2066\u200b\u00ad\u0007\ufeff\udb40\udc41";
    MailInput mail =
        MailInput.from(inbox.address())
            .to("a@example.com")
            .subject("Invoice " + invisible.replace("\u0007", "") + "x".repeat(300))
            .text("Hello" + invisible + "\n\n" + "line\n".repeat(500) + "y".repeat(100_000))
            .build();
    sends.submit(fixture.owner, mail, IdempotentRequest.unkeyed());
    notices.run();
    ParsedMessage notice = parsed(transport.captured().get(0));
    String subject = String.valueOf(notice.headers().subject());
    assertTrue(subject.startsWith("Approve: Invoice gnp.exexxx"), subject);
    assertTrue(subject.endsWith("… → a@example.com"), subject);
    String text = String.valueOf(notice.text());
    assertTrue(text.contains("> Hellognp.exe\n> line\n"), text);
    assertTrue(text.length() < 2_000, text);
    (subject + text)
        .codePoints()
        .filter(point -> point != '\n')
        .forEach(
            point ->
                assertFalse(
                    Character.isISOControl(point) || Character.getType(point) == Character.FORMAT,
                    Integer.toHexString(point)));
  }

  @Test
  void what_most_recipients_see_of_html_is_quoted_and_not_its_text_part() {
    MailInput mail =
        MailInput.from(inbox.address())
            .to("a@example.com")
            .subject("Two texts")
            .text("harmless")
            .html("<p>Pay at once.</p><p style=\"display:none\">unseen</p>")
            .build();
    sends.submit(fixture.owner, mail, IdempotentRequest.unkeyed());
    notices.run();
    String text = String.valueOf(parsed(transport.captured().get(0)).text());
    assertTrue(text.contains("> Pay at once."), text);
    assertFalse(text.contains("harmless") || text.contains("unseen"), text);
  }

  @Test
  void notices_of_one_conversation_refer_to_it() {
    submit();
    notices.run();
    List<String> references = parsed(transport.captured().get(0)).headers().references();
    assertEquals(1, references.size());
    assertEquals(references, parsed(transport.captured().get(1)).headers().references());
  }

  @Test
  void a_next_hop_that_cannot_just_now_is_asked_again() {
    submit();
    transport.answer("ann@example.org", CapturingTransport.notNow());
    assertEquals(2, notices.run());
    assertEquals(1, transport.captured().size());
    fixture.clock.advance(Duration.ofSeconds(59));
    assertEquals(0, notices.run());
    transport.answer(
        "ann@example.org",
        MailTransport.Outcome.accepted(new MailTransport.Reply(250, null, "ok")));
    fixture.clock.advance(Duration.ofSeconds(1));
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
      fixture.clock.advance(Duration.ofMinutes(10));
    }
    assertEquals(20, tries);
  }

  @Test
  void who_has_been_decided_about_is_not_told_of() {
    SendResult pending = submit();
    fixture.sends.cancel(fixture.owner, pending.sendId());
    notices.run();
    assertEquals(List.of(), transport.captured());
  }

  @Test
  void an_address_that_is_refused_is_not_tried_again() {
    submit();
    HUMANS.forEach(human -> transport.answer(human, CapturingTransport.unknownUser()));
    assertEquals(2, notices.run());
    fixture.clock.advance(Duration.ofDays(1));
    assertEquals(0, notices.run());
  }

  @Test
  void a_notice_that_a_crash_left_is_sent_when_its_lease_ends() {
    submit();
    assertEquals(2, new NoticeLeases(fixture.context, Duration.ofHours(1)).claim(10).size());
    assertEquals(0, notices.run());
    fixture.clock.advance(Duration.ofHours(1));
    assertEquals(2, notices.run());
    assertEquals(2, transport.captured().size());
  }

  @Test
  void who_stood_still_for_longer_than_its_lease_tells_nobody_whom_another_tells() {
    submit();
    CapturingTransport others = new CapturingTransport();
    Notices other =
        new Notices(fixture.context, others, PushService.NONE, "https://app.test/console");
    int[] finalDots = {0};
    MailTransport slow =
        new FakeRelay(
            (mail, mark) -> {
              fixture.clock.advance(Duration.ofSeconds(31));
              assertEquals(2 - finalDots[0], other.run());
              mark.run();
              finalDots[0]++;
              return Map.of();
            });
    new Notices(fixture.context, slow, PushService.NONE, "https://app.test/console").run();
    assertEquals(0, finalDots[0]);
    assertEquals(2, others.captured().size());
    fixture.clock.advance(Duration.ofDays(1));
    assertEquals(0, other.run());
  }
}
