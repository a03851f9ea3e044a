package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows 9 to 12 of the specification's table of send checks: repetition, limits and approval. */
class SendLimitsTest {
  private final SendCheckFixture checks = new SendCheckFixture();
  private final SendingFixture fixture = checks.sending;

  // spec Sending.9, ErrorCodes.17
  @Test
  void check_9_refuses_the_same_mail_within_the_window() {
    fixture.submit(mail().cc(List.of("C@example.com")));
    MailboxException refusal =
        checks.refused(
            MailInput.from(INBOX)
                .to("c@example.com", "bob@example.com")
                .subject("Hello")
                .text("Some words."));
    assertEquals(ErrorCode.DUPLICATE_SEND, refusal.code());
    fixture.submit(mail());
    fixture.clock.advance(Duration.ofHours(1).plusMillis(1));
    fixture.submit(mail());
  }

  // spec Decisions.20
  @Test
  void check_9_forgets_cancelled_sends_and_can_be_switched_off() {
    SendResult first = fixture.submit(mail().sendAt(START.plusSeconds(3_600)));
    assertEquals(ErrorCode.DUPLICATE_SEND, checks.refused(mail()).code());
    fixture.sends.cancel(CALLER, first.sendId());
    assertEquals(SendStatus.SENT, fixture.send(mail()).status());
    assertEquals(ErrorCode.DUPLICATE_SEND, checks.refused(mail()).code());
    fixture.policy(new Policy(null, null, null, null, 0, null));
    assertEquals(SendStatus.SENT, fixture.send(mail()).status());
    assertEquals(2, fixture.transport.captured().size());
  }

  // spec Sending.10, Sizes.15, ErrorCodes.28
  @Test
  void check_10_counts_at_acceptance_and_says_when_to_come_back() {
    fixture.dailyRecipients(2);
    fixture.submit(mail().cc(List.of("c@example.com")).sendAt(START.plusSeconds(7_200)));
    assertEquals(2, checks.used());
    fixture.clock.advance(Duration.ofHours(1));
    MailboxException refusal = checks.refused(mail().text("other"));
    assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refusal.code());
    assertEquals(Duration.ofHours(23), refusal.retryAfter().orElseThrow());
  }

  // spec Sending.11
  @Test
  void check_11_refuses_while_the_platform_is_paused() {
    fixture.setting(SettingStore.SENDING_PAUSED, "operator");
    MailboxException refusal = checks.refused(mail());
    assertEquals(ErrorCode.SENDING_PAUSED, refusal.code());
    assertTrue(refusal.retryAfter().isPresent());
    assertEquals(0, checks.used());
  }

  // spec SendState.3, Sending.12, EventTypes.12
  @Test
  void check_12_asks_a_human_when_the_policy_names_a_flag() {
    fixture.askForApproval("has_links");
    assertEquals(SendStatus.SENDING, fixture.submit(mail()).status());
    SendResult result = fixture.submit(mail().text("see https://example.com"));
    assertEquals(SendStatus.PENDING_APPROVAL, result.status());
    assertEquals(List.of("first_contact", "has_links"), result.flags());
    Send send = fixture.get(result.sendId());
    String approvalId = present(send.state().approvalId());
    Approval approval =
        fixture.read(tx -> tx.table(APPROVALS).find(ORG_A.id(), approvalId)).orElseThrow();
    assertEquals(Approval.Status.PENDING, approval.status());
    assertEquals(send.mail().contentHash(), approval.request().contentHash());
    assertEquals(START.plus(Duration.ofDays(7)), approval.expiresAt());
    assertEquals(
        Map.of(
            "approval_id",
            approvalId,
            "send_id",
            send.id(),
            "flags",
            send.findings().flags(),
            "wake",
            true),
        fixture.event(EventType.APPROVAL_REQUESTED).data());
    fixture.clock.advance(Duration.ofDays(1));
    fixture.outbox.runDue();
    assertEquals(SendStatus.PENDING_APPROVAL, fixture.get(result.sendId()).status());
  }

  @Test
  void first_contact_ends_with_the_first_mail() {
    assertEquals(List.of("first_contact"), fixture.send(mail()).findings().flags());
    assertEquals(List.of(), fixture.send(mail().text("second")).findings().flags());
  }

  @Test
  void more_than_ten_recipients_are_many() {
    List<String> ten = IntStream.range(0, 10).mapToObj(i -> "a" + i + "@example.com").toList();
    Send few = fixture.send(MailInput.from(INBOX).to(ten).text("x"));
    assertEquals(List.of("first_contact"), few.findings().flags());
    Send many = fixture.send(mail().cc(ten));
    assertEquals(List.of("first_contact", "many_recipients"), many.findings().flags());
  }

  @Test
  void a_dry_run_tells_all_checks_and_changes_nothing() {
    fixture.askForApproval("has_attachments");
    assertEquals(DryRun.Would.SENT, fixture.sends.check(CALLER, mail().build()).would());
    MailInput.Builder risky = mail().attach(AttachmentInput.of("a", "text/plain", new byte[1]));
    assertEquals(DryRun.Would.PENDING_APPROVAL, fixture.sends.check(CALLER, risky.build()).would());
    fixture.suspend("human");
    DryRun refused = fixture.sends.check(CALLER, mail().text("${x}").build());
    assertEquals(DryRun.Would.REFUSED, refused.would());
    assertEquals(12, refused.checks().size());
    assertEquals(ErrorCode.ACCOUNT_SUSPENDED, refused.checks().get(2).code());
    assertEquals(ErrorCode.SEND_BLOCKED, refused.checks().get(7).code());
    assertEquals(List.of("placeholder"), refused.checks().get(7).reasons());
    assertEquals(0, checks.used());
    assertEquals(List.of(), fixture.events());
    assertTrue(fixture.sends.list(CALLER, null, null, PageRequest.first(10)).items().isEmpty());
  }

  private static String present(@Nullable String value) {
    assertNotNull(value);
    return value;
  }
}
