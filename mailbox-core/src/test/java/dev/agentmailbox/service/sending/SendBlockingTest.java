package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.service.sending.SendCheckFixture.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Row 8 of the specification's table of send checks: what blocks a mail. */
class SendBlockingTest {
  private final SendCheckFixture checks = new SendCheckFixture();
  private final SendingFixture fixture = checks.sending;
  private final SendRecords records = new SendRecords(fixture);

  // spec Sending.8, SendRequest.6, SendRequest.11, SendFields.3, SendFields.10, ErrorCodes.23
  @Test
  void check_8_reports_every_reason() {
    checks.list(ListEntry.Type.BLOCK, "example.com");
    assertEquals(
        List.of(
            "placeholder", "expected_recipients_mismatch", "recipient_blocked", "bcc_not_allowed"),
        checks.reasons(
            mail()
                .subject("Hi {{name}}")
                .bcc(List.of("c@example.net"))
                .expectRecipients(List.of("bob@example.com"))));
  }

  // spec SendState.8, SendRequest.11, EventTypes.14, EventData.2
  @Test
  void a_refused_mail_is_told_and_leaves_nothing_behind() {
    MailboxException refusal = checks.refused(mail().text("{{name}} www.example.com"));
    assertEquals(List.of("first_contact", "has_links"), refusal.details().get("flags"));
    assertEquals(
        Map.of("reasons", List.of("placeholder"), "wake", true),
        fixture.event(EventType.SEND_BLOCKED).data());
    assertTrue(fixture.sends.list(CALLER, null, null, PageRequest.first(10)).items().isEmpty());
    assertEquals(0, checks.used());
  }

  // spec SendRequest.14
  @Test
  void check_8_knows_machines_and_agents_of_the_service() {
    for (Message original :
        List.of(
            fixture.received(r -> r.envelopeSender("")),
            fixture.received(r -> r.from(null)),
            fixture.received(r -> r.from(SendingFixture.OTHER_INBOX)))) {
      assertEquals(
          List.of("loop_auto_reply"),
          checks.reasons(MailInput.reply(INBOX, original.id()).text("x")));
      assertEquals(
          List.of("loop_auto_reply"),
          checks.reasons(MailInput.replyAll(INBOX, original.id()).text("x")));
    }
  }

  @Test
  void a_quoted_local_part_does_not_pass_the_lists() {
    checks.list(ListEntry.Type.BLOCK, "victim@example.com");
    for (String written : List.of("victim", "\"victim\"", "\"vic\\tim\"", "\"VICTIM\"")) {
      assertEquals(
          List.of("recipient_blocked"), checks.reasons(to(written + "@example.com")), written);
    }
    fixture.submit(to("\"vic tim\"@example.com"));
  }

  // spec Decisions.3
  @Test
  void a_quoted_local_part_is_the_same_recipient_everywhere() {
    fixture.submit(
        mail()
            .to(List.of("\"bob\"@example.com", "bob@example.com"))
            .expectRecipients(List.of("\"b\\ob\"@example.com")));
    fixture.submit(to("\"carol\"@example.com"));
    assertEquals(ErrorCode.DUPLICATE_SEND, checks.refused(to("carol@example.com")).code());
    assertEquals(
        List.of("carol@example.com"),
        fixture
            .sends
            .list(CALLER, null, null, PageRequest.first(1))
            .items()
            .get(0)
            .recipients()
            .stream()
            .map(r -> r.address())
            .toList());
  }

  @Test
  void mail_that_only_looks_automatic_can_be_answered() {
    Message fromList =
        fixture.received(
            r ->
                r.classification(Classification.AUTOMATIC)
                    .headers(Map.of("list-id", "<talk.example.com>", "precedence", "bulk")));
    fixture.send(MailInput.reply(INBOX, fromList.id()).text("x"));
    assertEquals(List.of("ann@example.com"), fixture.transport.captured().get(0).recipients());
  }

  // spec Sending.8
  @Test
  void check_8_asks_the_lists() {
    checks.list(ListEntry.Type.BLOCK, ".example.org");
    assertEquals(List.of("recipient_blocked"), checks.reasons(to("a@deep.sub.example.org")));
    fixture.submit(to("a@example.org"));
    checks.list(ListEntry.Type.ALLOW, "friend@example.com");
    assertEquals(List.of("recipient_not_allowed"), checks.reasons(to("bob@example.com")));
    fixture.submit(to("Friend@Example.com"));
  }

  @Test
  void the_narrowest_allow_list_counts() {
    records.list(ORG_A, ListEntry.Type.ALLOW, "example.net", false);
    records.list(ONE, ListEntry.Type.ALLOW, "example.com", false);
    fixture.submit(to("a@example.com"));
    assertEquals(List.of("recipient_not_allowed"), checks.reasons(to("a@example.net")));
  }

  // spec Sending.8
  @Test
  void check_8_tells_suppression_by_its_own_reason() {
    records.list(ORG_A, ListEntry.Type.BLOCK, "gone@example.com", true);
    assertEquals(List.of("recipient_suppressed"), checks.reasons(to("gone@example.com")));
  }

  // spec SendRequest.4, SendFields.3
  @Test
  void check_8_allows_bcc_when_the_policy_does() {
    assertEquals(List.of("bcc_not_allowed"), checks.reasons(mail().bcc(List.of("c@example.net"))));
    fixture.policy(new Policy(null, true, null, null, null, null));
    fixture.submit(mail().bcc(List.of("c@example.net")));
  }

  @Test
  void check_8_refuses_an_empty_message_whatever_its_subject() {
    assertEquals(
        List.of("empty_message"),
        checks.reasons(MailInput.from(INBOX).to("a@example.com").subject("Hi")));
    assertEquals(List.of("empty_message"), checks.reasons(mail().text(" \n").html("<p> </p>")));
    fixture.submit(mail().text(null).attach(AttachmentInput.of("a", "text/plain", new byte[1])));
    fixture.submit(MailInput.forward(INBOX, fixture.received().id()).to("new@example.com"));
  }

  @Test
  void check_8_finds_secrets_in_files_too() {
    assertEquals(
        List.of("secret_detected"),
        checks.reasons(
            mail()
                .attach(
                    AttachmentInput.of(
                        "id",
                        "text/plain",
                        "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII)))));
  }

  @Test
  void check_8_finds_secrets_in_every_field_of_the_agent() {
    String key = "AKI" + "A7QA7QA7QA7QA7QA7";
    byte[] empty = "x".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    for (MailInput.Builder mail :
        List.of(
            mail().to("\"" + key + "\" <pat@example.org>"),
            mail().cc(List.of(key + "@example.org")),
            mail().subject("the key is " + key),
            mail().text("the key is " + key.substring(0, 7) + "\n" + key.substring(7)),
            mail().html("<p>the key is AKI<b>" + key.substring(3) + "</b></p>"),
            mail().header("X-Service-Client-Ref", key),
            mail().attach(AttachmentInput.of(key + ".txt", "text/plain", empty)))) {
      assertEquals(List.of("secret_detected"), checks.reasons(mail));
    }
    fixture.displayName(key);
    assertEquals(List.of("secret_detected"), checks.reasons(mail()));
  }

  @Test
  void check_8_stops_the_eleventh_answer_in_a_row() {
    Message original = fixture.received();
    for (int i = 0; i < 10; i++) {
      fixture.send(MailInput.reply(INBOX, original.id()).text("answer " + i));
      fixture.clock.advance(Duration.ofMinutes(1));
    }
    assertEquals(
        List.of("reply_budget"),
        checks.reasons(MailInput.reply(INBOX, original.id()).text("more")));
    fixture.clock.advance(Duration.ofMinutes(51));
    fixture.submit(MailInput.reply(INBOX, original.id()).text("later"));
  }

  @Test
  void check_8_counts_answers_that_are_still_under_way() {
    Message original = fixture.received();
    for (int i = 0; i < 10; i++) {
      fixture.submit(MailInput.reply(INBOX, original.id()).text("answer " + i));
    }
    assertEquals(
        List.of("reply_budget"),
        checks.reasons(MailInput.reply(INBOX, original.id()).text("more")));
  }
}
