package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.key;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The first rows of the specification's table of send checks: the request, the caller and the
 * place.
 */
class SendChecksTest {
  private final SendCheckFixture checks = new SendCheckFixture();
  private final SendingFixture fixture = checks.sending;

  // spec Sending.1, SendRequest.7, SendFields.11
  @Test
  void check_1_lists_every_problem_at_once() {
    MailInput.Builder wrong =
        mail()
            .to("no address")
            .cc(List.of("ok@example.com", "@"))
            .labels(List.of("fine", "Not Fine", "sent"))
            .sendAt(START.minusSeconds(61))
            .expectRecipients(List.of("x"))
            .attach(new AttachmentInput("a.txt", "text/plain", "***", "sideways", null, null))
            .header("X-Other", "1");
    assertEquals(
        List.of(
            "to[1]",
            "cc[1]",
            "attachments[0].content_disposition",
            "attachments[0].content",
            "labels[1]",
            "labels[2]",
            "send_at",
            "expected_recipients[0]",
            "headers.X-Other"),
        checks.problemPaths(wrong));
  }

  @Test
  void check_1_wants_a_domain_with_a_dot_unless_it_is_ours() {
    assertEquals(
        List.of("to[0]", "cc[1]", "bcc[0]"),
        checks.problemPaths(
            MailInput.from(INBOX)
                .to("a@example", "b@example.com")
                .cc(List.of("a@xn--fsqu00a.example", "Ann <a@intranet>"))
                .bcc(List.of("a@localhost"))
                .text("x")));
  }

  // spec SendRequest.3, Sizes.4, SendFields.1
  @Test
  void check_1_wants_a_recipient_and_at_most_fifty() {
    assertEquals(List.of("to"), checks.problemPaths(MailInput.from(INBOX).text("x")));
    List<String> many = IntStream.range(0, 26).mapToObj(i -> "a" + i + "@example.com").toList();
    assertEquals(
        List.of("to"), checks.problemPaths(MailInput.from(INBOX).to(many).cc(many.subList(0, 25))));
    fixture.submit(MailInput.from(INBOX).to(many).cc(many.subList(0, 24)).text("x"));
  }

  // spec SendRequest.5, Sizes.5, SendFields.9
  @Test
  void check_1_bounds_send_at() {
    assertEquals(
        List.of("send_at"),
        checks.problemPaths(mail().sendAt(START.plus(Duration.ofDays(30)).plusMillis(1))));
    fixture.submit(mail().sendAt(START.plus(Duration.ofDays(30))));
    assertEquals(
        SendStatus.SENDING,
        fixture.submit(mail().text("y").sendAt(START.minusSeconds(60))).status());
  }

  // spec SendEndpoints.2, SendEndpoints.4
  @Test
  void check_1_refuses_fields_that_replies_and_forwards_do_not_have() {
    Message original = fixture.received();
    assertEquals(
        List.of("subject", "to"),
        checks.problemPaths(
            MailInput.reply(INBOX, original.id()).to("a@example.com").subject("x")));
    assertEquals(
        List.of("subject", "html", "attachments"),
        checks.problemPaths(
            MailInput.forward(INBOX, original.id())
                .to("a@example.com")
                .subject("x")
                .html("<p>")
                .attach(AttachmentInput.of("a", "text/plain", new byte[1]))));
  }

  // spec Sending.2
  @Test
  void check_2_hides_what_is_out_of_scope_and_names_the_missing_permission() {
    Caller elsewhere = new Caller.Embedder(Scope.organization("org_b"));
    MailboxException hidden =
        refused(() -> fixture.sends.submit(elsewhere, mail().build(), IdempotentRequest.unkeyed()));
    assertEquals(ErrorCode.NOT_FOUND, hidden.code());
    MailboxException forbidden =
        refused(
            () ->
                fixture.sends.submit(
                    key(ONE, Set.of(Permission.INBOX_READ)),
                    mail().build(),
                    IdempotentRequest.unkeyed()));
    assertEquals(ErrorCode.MISSING_PERMISSION, forbidden.code());
  }

  // spec Sending.3
  @Test
  void check_3_refuses_a_suspended_organization() {
    fixture.suspend("message.bounced");
    MailboxException refusal = checks.refused(mail());
    assertEquals(ErrorCode.ACCOUNT_SUSPENDED, refusal.code());
    assertEquals("message.bounced", refusal.details().get("reason"));
  }

  // spec Sending.4, ErrorCodes.16
  @Test
  void check_4_refuses_a_key_used_with_another_body() {
    fixture.sends.submit(CALLER, mail().build(), keyed("k", "one"));
    MailboxException refusal =
        refused(
            () -> fixture.sends.submit(CALLER, mail().text("other").build(), keyed("k", "two")));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refusal.code());
  }

  @Test
  void check_4_binds_the_key_even_when_a_later_check_refuses() {
    refused(() -> fixture.sends.submit(CALLER, mail().text("{{name}}").build(), keyed("k", "one")));
    MailboxException refusal =
        refused(() -> fixture.sends.submit(CALLER, mail().build(), keyed("k", "two")));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refusal.code());
    fixture.sends.submit(CALLER, mail().build(), keyed("k", "one"));
  }

  @Test
  void a_suspended_organization_binds_no_key() {
    fixture.suspend("human");
    refused(() -> fixture.sends.submit(CALLER, mail().build(), keyed("k", "one")));
    fixture.suspend(null);
    fixture.sends.submit(CALLER, mail().build(), keyed("k", "two"));
  }

  // spec Sending.5, ErrorCodes.24, Decisions.18
  @Test
  void check_5_refuses_control_characters_before_it_looks_at_addresses() {
    for (MailInput.Builder command :
        List.of(
            mail().subject("a\r\nBcc: x@example.com"),
            mail().subject("nul\0"),
            mail().to("bob@example.com\r\nX: y"),
            mail().to("not an address\n"),
            mail().to("Bob\t<bob@example.com>"),
            mail().header("x-service-client-ref", "a\nb"),
            mail().attach(AttachmentInput.of("a\r\nb.txt", "text/plain", new byte[1])))) {
      assertEquals(ErrorCode.INVALID_HEADER, checks.refused(command).code());
    }
  }

  // spec Sending.6, SendRequest.10, Sizes.2, Sizes.3, ErrorCodes.21
  @Test
  void check_6_refuses_thirty_three_attachments_and_five_mebibytes() {
    MailInput.Builder many = mail();
    for (int i = 0; i < 33; i++) {
      many.attach(AttachmentInput.of("f" + i, "text/plain", new byte[] {1}));
    }
    MailboxException tooMany = checks.refused(many);
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, tooMany.code());
    // Each part has a boundary and a header of its own.
    assertTrue((Long) Objects.requireNonNull(tooMany.details().get("estimated_bytes")) > 33 * 100);
    byte[] large = new byte[4 << 20];
    MailboxException tooLarge =
        checks.refused(mail().attach(AttachmentInput.of("f", "text/plain", large)));
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, tooLarge.code());
    assertEquals(5L << 20, tooLarge.details().get("limit_bytes"));
    assertTrue((Long) Objects.requireNonNull(tooLarge.details().get("estimated_bytes")) > 5L << 20);
    fixture.submit(mail().attach(AttachmentInput.of("f", "text/plain", new byte[3_600 * 1_024])));
  }

  @Test
  void check_7_says_that_an_inbox_is_not_claimed_yet() {
    fixture.unclaimed();
    MailboxException refusal = checks.refused(mail());
    assertEquals(ErrorCode.THREAD_LOCKED, refusal.code());
    assertEquals("inbox_unclaimed", refusal.details().get("reason"));
  }

  // spec Sending.7
  @Test
  void check_7_refuses_a_locked_thread_and_a_paused_inbox() {
    Message original = fixture.received();
    fixture.lockThread(original.threadId(), true);
    MailboxException locked = checks.refused(MailInput.reply(INBOX, original.id()).text("x"));
    assertEquals(ErrorCode.THREAD_LOCKED, locked.code());
    assertEquals("thread_locked", locked.details().get("reason"));
    fixture.submit(mail());
    fixture.status(InboxStatus.PAUSED);
    MailboxException paused = checks.refused(mail().text("again"));
    assertEquals(ErrorCode.THREAD_LOCKED, paused.code());
    assertEquals("inbox_paused", paused.details().get("reason"));
  }
}
