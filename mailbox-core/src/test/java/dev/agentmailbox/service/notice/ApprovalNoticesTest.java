package dev.agentmailbox.service.notice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.WorkingHours;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.ApproverDirectory.Approver;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.port.audit.AuditTables;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is notified when of sends that wait. */
class ApprovalNoticesTest {
  private List<Approver> approvers =
      List.of(
          new Approver("ann@example.org", Role.APPROVER),
          new Approver("bea@example.org", Role.APPROVER));

  @AutoClose private final ServiceFixture fixture = new ServiceFixture(Plan.DEFAULT);
  private final Inbox inbox = fixture.inbox("alice");
  private final CapturingTransport transport = new CapturingTransport();
  private final Notices notices =
      new Notices(fixture.context, transport, PushService.NONE, "https://app.test/console");
  private final ReleaseStep release =
      new ReleaseStep(fixture.context, (tx, organization) -> approvers);
  private final Sends sends =
      new Sends(
          fixture.context,
          new IdempotencyRunner(fixture.context),
          release,
          new Outbox(fixture.context, release, transport, fixture.intake, OutboxLimits.DEFAULT));
  private int seen;

  @BeforeEach
  void ask() {
    fixture.askForApproval("first_contact");
  }

  private String approvalId(SendResult pending) {
    return String.valueOf(fixture.sends.get(fixture.owner, pending.sendId()).state().approvalId());
  }

  private static ParsedMessage parsed(Captured mail) {
    return new MimeReader().read(mail.content());
  }

  private List<String> told() {
    List<String> told =
        transport.captured().stream()
            .skip(seen)
            .map(mail -> mail.recipients().get(0) + ": " + parsed(mail).headers().subject())
            .sorted()
            .toList();
    seen += told.size();
    return told;
  }

  private void notices(NoticePolicy policy) {
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
                FieldUpdate.to(policy)));
  }

  private SendResult submit(String subject) {
    return sends.submit(
        fixture.owner,
        MailInput.from(inbox.address()).to("a@example.com").subject(subject).text("words").build(),
        IdempotentRequest.unkeyed());
  }

  @Test
  void the_first_is_told_at_once_and_what_follows_within_minutes_in_one_mail() {
    submit("Refund 1");
    notices.run();
    assertEquals(2, told().size());
    List<SendResult> more =
        IntStream.rangeClosed(2, 25).mapToObj(i -> submit("Refund " + i)).toList();
    notices.run();
    assertEquals(List.of(), told());
    fixture.clock.advance(ApprovalNotices.DIGEST);
    assertEquals(48, notices.run());
    ParsedMessage digest = parsed(transport.captured().get(seen));
    assertEquals(
        List.of(
            "ann@example.org: 24 messages wait for your approval",
            "bea@example.org: 24 messages wait for your approval"),
        told());
    String text = String.valueOf(digest.text());
    assertTrue(text.contains("1. Refund 2 → a@example.com\n"), text);
    assertTrue(text.contains("   from alice@agents.localhost; goes to a new contact\n"), text);
    assertTrue(text.contains("/approvals/" + approvalId(more.get(0)) + "\n"), text);
    assertTrue(text.contains("20. Refund 21 → a@example.com\n"), text);
    assertFalse(text.contains("Refund 22"), text);
    assertTrue(text.contains("and 4 more"), text);
    assertFalse(text.contains("words"), text);
  }

  @Test
  void what_still_waits_is_mentioned_once_more() {
    submit("Refund 1");
    SendResult decided = submit("Refund 2");
    notices.run();
    fixture.clock.advance(ApprovalNotices.DIGEST);
    notices.run();
    told();
    fixture.approvals.reject(
        fixture.human(Role.OWNER), approvalId(decided), null, IdempotentRequest.unkeyed());
    fixture.clock.advance(Duration.ofHours(24));
    notices.run();
    assertEquals(
        List.of(
            "ann@example.org: Reminder: Approve: Refund 1 → a@example.com",
            "bea@example.org: Reminder: Approve: Refund 1 → a@example.com"),
        told());
    fixture.clock.advance(Duration.ofDays(8));
    notices.run();
    assertEquals(List.of(), told());
  }

  @Test
  void owners_are_told_later_where_the_policy_says_so() {
    approvers =
        List.of(
            new Approver("ann@example.org", Role.OWNER),
            new Approver("bea@example.org", Role.APPROVER));
    notices(new NoticePolicy(true, 0, 4, null));
    submit("Refund 1");
    notices.run();
    assertEquals(List.of("bea@example.org: Approve: Refund 1 → a@example.com"), told());
    fixture.clock.advance(Duration.ofHours(4));
    notices.run();
    assertEquals(List.of("ann@example.org: Approve: Refund 1 → a@example.com"), told());
  }

  @Test
  void owners_are_told_at_once_where_nobody_else_is() {
    approvers = List.of(new Approver("ann@example.org", Role.OWNER));
    notices(new NoticePolicy(true, 0, 4, null));
    submit("Refund 1");
    notices.run();
    assertEquals(1, told().size());
  }

  @Test
  void notices_wait_for_working_hours() {
    // The clock of the fixture says Sunday, 1 March 2026, 12:00 UTC.
    WorkingHours hours =
        new WorkingHours("Europe/Berlin", List.of("mon", "tue", "wed"), "09:00", "17:00");
    notices(new NoticePolicy(true, 0, 0, hours));
    submit("Refund 1");
    notices.run();
    assertEquals(List.of(), told());
    fixture.clock.advance(Duration.ofHours(20).minusSeconds(1));
    notices.run();
    assertEquals(List.of(), told());
    fixture.clock.advance(Duration.ofSeconds(1));
    notices.run();
    assertEquals(2, told().size());
  }

  @Test
  void a_notice_says_nothing_of_the_mail_where_the_policy_says_so() {
    notices(new NoticePolicy(false, 0, 0, null));
    SendResult pending = submit("secret subject");
    notices.run();
    Captured mail = transport.captured().get(0);
    String all = mail.content().toString() + parsed(mail).text() + parsed(mail).headers().subject();
    assertFalse(all.contains("secret"), all);
    assertTrue(all.contains("/approvals/" + approvalId(pending)), all);
    assertEquals("Approve: a message of alice@agents.localhost", parsed(mail).headers().subject());
  }

  @Test
  void the_head_of_each_audit_trail_that_grew_is_mailed_once_a_day() {
    MailboxSettings settings =
        new MailboxSettings(
            "mailbox",
            List.of("agents.localhost"),
            List.of(),
            fixture.context.settings().registrableDomains(),
            "auditor@example.net",
            null);
    AuditHeads heads =
        new AuditHeads(
            new MailboxContext(
                fixture.context.store(), fixture.context.ids(), fixture.clock, settings));
    submit("Refund 1");
    AuditHead head =
        fixture.context.read(
            tx -> tx.table(AuditTables.AUDIT_HEADS).find(inbox.organizationId()).orElseThrow());
    assertEquals(1, heads.run());
    assertEquals(0, heads.run());
    notices.run();
    Captured mail =
        transport.captured().stream()
            .filter(one -> one.recipients().contains("auditor@example.net"))
            .findFirst()
            .orElseThrow();
    String text = String.valueOf(parsed(mail).text());
    assertTrue(text.contains("verify-audit FILE --head " + head.hash()), text);
    fixture.clock.advance(Duration.ofDays(2));
    assertEquals(0, heads.run(), "nothing was added since");
  }
}
