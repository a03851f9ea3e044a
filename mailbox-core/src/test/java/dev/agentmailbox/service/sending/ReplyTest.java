package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.addresses;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.HtmlBombs;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is made of a reply, read back from the bytes that went out. */
class ReplyTest {
  private final SendingFixture fixture = new SendingFixture();

  private MailboxException refused(MailInput.Builder command) {
    return Refusals.refused(() -> fixture.submit(command));
  }

  // spec SendRequest.13
  @Test
  void a_reply_goes_to_the_author_and_never_to_reply_to() {
    Message original = fixture.received();
    Send send = fixture.send(MailInput.reply(INBOX, original.id()).text("An answer."));
    ParsedMessage sent = fixture.lastMail();
    assertEquals(List.of("ann@example.com"), addresses(send, RecipientRole.TO));
    assertEquals("Re: A question", sent.headers().subject());
    assertEquals(original.headers().rfcMessageId(), sent.headers().inReplyTo());
    assertEquals(
        List.of("<earlier@example.com>", String.valueOf(original.headers().rfcMessageId())),
        sent.headers().references());
    assertEquals("auto-replied", sent.header("Auto-Submitted").orElseThrow());
    assertEquals("An answer.", String.valueOf(sent.text()).strip());
    assertEquals(original.threadId(), send.threadId());
    assertEquals(
        2,
        fixture
            .read(tx -> tx.threads().find(fixture.scope(), original.threadId()))
            .orElseThrow()
            .activity()
            .messageCount());
  }

  // spec SendRequest.13
  @Test
  void a_subject_gets_one_reply_prefix() {
    fixture.send(MailInput.reply(INBOX, fixture.received(r -> r.subject("AW: Ja")).id()).text("x"));
    assertEquals("AW: Ja", fixture.lastMail().headers().subject());
    fixture.send(MailInput.reply(INBOX, fixture.received(r -> r.subject(null)).id()).text("y"));
    assertEquals("Re:", fixture.lastMail().headers().subject());
  }

  // spec SendRequest.15
  @Test
  void a_reply_to_all_leaves_the_inbox_itself_out() {
    Message original =
        fixture.received(
            r ->
                r.to("One@Agents.test", "one+tag@agents.test", "bob@example.com", "not an address")
                    .cc("carl@example.com", "ANN@example.com", "bob@example.com"));
    Send send = fixture.send(MailInput.replyAll(INBOX, original.id()).text("x"));
    assertEquals(List.of("ann@example.com", "bob@example.com"), addresses(send, RecipientRole.TO));
    assertEquals(List.of("carl@example.com"), addresses(send, RecipientRole.CC));
  }

  // spec Sizes.4
  @Test
  void a_reply_to_more_than_fifty_is_refused() {
    String[] many =
        IntStream.range(0, 50).mapToObj(i -> "a" + i + "@example.com").toArray(String[]::new);
    Message original = fixture.received(r -> r.to(many));
    MailboxException refusal = refused(MailInput.replyAll(INBOX, original.id()).text("x"));
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
  }

  @Test
  void an_answer_to_an_own_message_goes_to_whom_it_went() {
    Send first = fixture.send(mail().to("carl@example.com").cc(List.of("dora@example.com")));
    String copy = String.valueOf(first.messageId());
    Send again = fixture.send(MailInput.reply(INBOX, copy).text("And another thing."));
    assertEquals(
        List.of("bob@example.com", "carl@example.com"), addresses(again, RecipientRole.TO));
    assertEquals(first.threadId(), again.threadId());
    Send all = fixture.send(MailInput.replyAll(INBOX, copy).text("To all."));
    assertEquals(List.of("dora@example.com"), addresses(all, RecipientRole.CC));
  }

  @Test
  void a_reply_to_a_mail_without_references_names_what_that_mail_answers() {
    for (List<String> parent :
        List.of(List.of("<root@example.com>", "<root@example.com>"), List.of("<a@x> <b@x>", ""))) {
      Message original =
          fixture.received(r -> r.references().headers(Map.of("in-reply-to", parent.get(0))));
      String id = String.valueOf(original.headers().rfcMessageId());
      fixture.send(MailInput.reply(INBOX, original.id()).text("An answer to " + parent.get(0)));
      assertEquals(
          parent.get(1).isEmpty() ? List.of(id) : List.of(parent.get(1), id),
          fixture.lastMail().headers().references());
    }
  }

  @Test
  void hostile_originals_are_answered_and_forwarded_in_bounded_time() {
    String deep = "<div>".repeat(90_000) + "x";
    String longSubject = "long ".repeat(20_000);
    Message original = fixture.received(r -> r.subject(longSubject).html(deep));
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          fixture.send(MailInput.reply(INBOX, original.id()).text("x"));
          fixture.send(MailInput.forward(INBOX, original.id()).to("carl@example.com"));
        });
    assertTrue(String.valueOf(fixture.lastMail().headers().subject()).length() <= 1_010);
  }

  @Test
  void a_bomb_is_answered_and_is_not_forwarded() {
    for (String html : HtmlBombs.reopening(1 << 20)) {
      Message original = fixture.received(r -> r.subject("Hello").html(html));
      fixture.send(MailInput.reply(INBOX, original.id()).text(original.id()));
      int sent = fixture.sends.list(CALLER, null, null, PageRequest.first(100)).items().size();
      MailboxException refusal =
          refused(MailInput.forward(INBOX, original.id()).to("carl@example.com"));
      assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
      assertEquals("body", refusal.problems().get(0).path());
      assertEquals(
          sent, fixture.sends.list(CALLER, null, null, PageRequest.first(100)).items().size());
    }
  }

  @Test
  void a_held_message_is_a_humans_to_answer() {
    Message held = fixture.received(r -> r.labels("received", "unread", "held"));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED, refused(MailInput.reply(INBOX, held.id()).text("x")).code());
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refused(MailInput.forward(INBOX, held.id()).to("a@example.com")).code());
    Caller human =
        new Caller.Human(
            "usr_1", StoreFixtures.ORG_A, Role.OWNER, EnumSet.allOf(Permission.class), true, false);
    fixture.sends.submit(
        human, MailInput.reply(INBOX, held.id()).text("x").build(), IdempotentRequest.unkeyed());
  }

  @Test
  void hidden_messages_are_answered_only_by_who_may_see_them() {
    Caller blind =
        new Caller.Human(
            "usr_1",
            StoreFixtures.ORG_A,
            Role.APPROVER,
            Set.of(Permission.MESSAGE_SEND),
            true,
            false);
    for (String label : List.of("spam", "blocked", "trash")) {
      Message hidden = fixture.received(r -> r.labels("received", label));
      MailInput reply = MailInput.reply(INBOX, hidden.id()).text(label).build();
      assertEquals(
          ErrorCode.NOT_FOUND,
          refusal(() -> fixture.sends.submit(blind, reply, IdempotentRequest.unkeyed())));
      fixture.sends.submit(CALLER, reply, IdempotentRequest.unkeyed());
    }
  }

  @Test
  void a_message_of_another_inbox_cannot_be_answered() {
    Message original = fixture.received();
    assertEquals(
        ErrorCode.NOT_FOUND, refused(MailInput.reply(OTHER_INBOX, original.id()).text("x")).code());
  }

  @Test
  void a_received_name_cannot_smuggle_a_header() {
    Message original = fixture.received(r -> r.subject("Hi\r\nBcc: evil@example.com"));
    fixture.send(MailInput.reply(INBOX, original.id()).text("x"));
    assertEquals("Re: Hi Bcc: evil@example.com", fixture.lastMail().headers().subject());
    assertTrue(fixture.lastMail().headers().bcc().isEmpty());
  }
}
