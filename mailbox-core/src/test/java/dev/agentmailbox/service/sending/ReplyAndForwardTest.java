package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.HtmlBombs;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is made of a send, a reply and a forward, read back from the bytes that went out. */
class ReplyAndForwardTest {
  private final SendingFixture fixture = new SendingFixture();

  private ParsedMessage last() {
    return new MimeReader().read(fixture.transport.last().content());
  }

  private static List<String> addresses(Send send, RecipientRole role) {
    return send.recipients().stream()
        .filter(r -> r.role() == role)
        .map(dev.agentmailbox.sending.SendRecipient::address)
        .toList();
  }

  private MailboxException refused(MailInput.Builder command) {
    return Refusals.refused(() -> fixture.submit(command));
  }

  // spec SendRequest.7, InboxFields.3, SendFields.11
  @Test
  void a_mail_names_its_sender_and_how_it_came_to_be() {
    fixture.displayName("Ada");
    Send send =
        fixture.send(
            mail()
                .to("Bob <Bob@EXAMPLE.com>")
                .cc(List.of("c@example.com"))
                .header("x-SERVICE-client-ref", "order 7"));
    ParsedMessage sent = last();
    assertEquals("Ada via mailbox <" + INBOX + ">", sent.headers().from().get(0).display());
    assertEquals(INBOX, sent.replyTo().get(0).address());
    assertEquals(List.of("bob@example.com"), addresses(send, RecipientRole.TO));
    assertEquals("auto-generated", sent.header("Auto-Submitted").orElseThrow());
    assertEquals("order 7", sent.header("X-Service-Client-Ref").orElseThrow());
    assertEquals(send.mail().rfcMessageId(), sent.headers().rfcMessageId());
    assertTrue(send.mail().rfcMessageId().matches("<[0-9a-z]{26}@agents\\.test>"));
    String organization = send.scope().organizationId().substring("org_".length());
    assertTrue(
        fixture
            .transport
            .last()
            .envelopeSender()
            .matches("bounce\\+" + organization + "[0-9a-z]{18}-[0-9a-z]{18}@agents\\.test"));
    assertEquals(SendStatus.SENT, send.status());
  }

  // spec Service.1
  @Test
  void html_leaves_as_it_was_written_and_nothing_in_it_shows_that_it_was_opened() {
    String html = "<p>See <a href=\"https://example.org/a?b=c\">this</a>.</p>";
    fixture.send(mail().text("See this.").html(html));
    assertEquals(html, String.valueOf(last().html()).strip());
    assertFalse(fixture.transport.last().source().contains("<img"));
  }

  // spec SendFields.3
  @Test
  void blind_copies_are_delivered_and_not_named() {
    fixture.policy(new Policy(null, true, null, null, null, null));
    Send send = fixture.send(mail().bcc(List.of("secret@example.net")));
    assertEquals(
        List.of(List.of("bob@example.com"), List.of("secret@example.net")),
        fixture.transport.captured().stream().map(Captured::recipients).toList());
    assertFalse(fixture.transport.last().source().contains("secret@"));
    Message copy = copy(send);
    assertEquals("secret@example.net", copy.headers().bcc().get(0).address());
  }

  @Test
  void a_human_may_switch_off_the_note_that_a_machine_wrote_it() {
    fixture.policy(new Policy(null, null, null, false, null, null));
    fixture.send(mail());
    assertTrue(last().header("Auto-Submitted").isEmpty());
  }

  // spec SendRequest.13
  @Test
  void a_reply_goes_to_the_author_and_never_to_reply_to() {
    Message original = fixture.received();
    Send send = fixture.send(MailInput.reply(INBOX, original.id()).text("An answer."));
    ParsedMessage sent = last();
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
    assertEquals("AW: Ja", last().headers().subject());
    fixture.send(MailInput.reply(INBOX, fixture.received(r -> r.subject(null)).id()).text("y"));
    assertEquals("Re:", last().headers().subject());
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

  // spec SendRequest.16, SendRequest.17
  @Test
  void a_forward_carries_note_original_and_files() throws IOException {
    String source =
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
            + "--b\r\nContent-Type: text/plain\r\n\r\nA question.\r\n"
            + "--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment;"
            + " filename=a.csv\r\n\r\n1,2\r\n--b--\r\n";
    Message original =
        fixture.received(
            r ->
                r.html("<html><body><b>A question.</b></body></html>")
                    .attachments(
                        source,
                        new Attachment("att_1", "2", "a.csv", 3, "text/csv", "attachment", null)));
    Send send =
        fixture.send(
            MailInput.forward(INBOX, original.id()).to("carl@example.com").text("Please <see>."));
    ParsedMessage sent = last();
    assertEquals("Fwd: A question", sent.headers().subject());
    String text = String.valueOf(sent.text());
    assertTrue(text.startsWith("Please <see>.\n\n---------- Forwarded message ----------\n"), text);
    assertTrue(text.contains("From: ann@example.com\n") && text.contains("To: " + INBOX), text);
    assertTrue(text.stripTrailing().endsWith("A question."), text);
    String html = String.valueOf(sent.html());
    assertTrue(html.contains("Please &lt;see&gt;.") && html.contains("<b>A question.</b>"), html);
    assertEquals("a.csv", sent.attachments().get(0).filename());
    try (var part =
        new MimeReader()
            .openPart(fixture.transport.last().content(), sent.attachments().get(0).partPath())) {
      assertEquals(
          "1,2",
          new String(part.readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII).strip());
    }
    assertNotEquals(original.threadId(), send.threadId());
    assertEquals(List.of("first_contact", "has_attachments"), send.findings().flags());
  }

  @Test
  void a_forward_says_when_the_original_was_written() {
    for (List<String> date :
        List.of(
            List.of("Mon, 02 Mar 2020 10:11:12 +0530", "Mon, 02 Mar 2020 10:11:12 +0530"),
            List.of("Mon, 02 Mar 2020 10:11:12 +0530\nTue, 1 Jan 2019 00:00:00 +0000", "Mon, 02"),
            List.of("never", "Thu, 1 Jan 2026"))) {
      Message original = fixture.received(r -> r.headers(Map.of("date", date.get(0))));
      fixture.send(
          MailInput.forward(INBOX, original.id()).to("carl@example.com").text(date.get(0)));
      String text = String.valueOf(last().text());
      String line = text.lines().filter(l -> l.startsWith("Date: ")).findFirst().orElseThrow();
      assertTrue(line.contains(date.get(1)) && !line.contains("2019"), line);
    }
  }

  @Test
  void files_leave_with_the_parameters_of_their_type() throws IOException {
    String source =
        """
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/plain; charset=iso-8859-1; name=note.txt
        Content-Disposition: attachment; filename=note.txt

        x
        --b
        Content-Type: text/csv; charset=utf-16le; header=present
        Content-Disposition: attachment; filename=u16.csv

        x
        --b
        Content-Type: text/calendar; method=REQUEST; x="a\0\u007f"

        x
        --b--
        """
            .replace("\n", "\r\n");
    Message original =
        fixture.received(
            r ->
                r.attachments(
                    source,
                    new Attachment("att_1", "1", "note.txt", 1, "text/plain", "attachment", null),
                    new Attachment("att_2", "2", "u16.csv", 1, "text/csv", "attachment", null),
                    new Attachment("att_3", "3", null, 1, "text/calendar", null, null)));
    fixture.send(MailInput.forward(INBOX, original.id()).to("carl@example.com").text("See."));
    assertEquals(
        List.of(
            "text/plain; charset=\"iso-8859-1\"",
            "text/csv; charset=\"utf-16le\"; header=\"present\"",
            "text/calendar; method=\"REQUEST\"; x=\"a \""),
        types());
    fixture.send(
        mail().attach(AttachmentInput.of("i.ics", "text/calendar; method=REQUEST", new byte[1])));
    assertEquals(List.of("text/calendar; method=\"REQUEST\""), types());
  }

  /** Types of the files of the last mail. */
  private List<String> types() throws IOException {
    List<String> types = new ArrayList<>();
    try (OpenMessage message = new MimeReader().open(fixture.transport.last().content())) {
      message.visit((part, content) -> types.add(part.type().text()));
    }
    return types.subList(1, types.size());
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
          last().headers().references());
    }
  }

  // spec SendRequest.16
  @Test
  void a_forward_of_files_that_cannot_fit_is_refused_without_reading_them() {
    Message original =
        fixture.received(
            r ->
                r.attachments(
                    "x",
                    new Attachment("att_1", "2", "big.bin", 6L << 20, "a/b", "attachment", null)));
    MailboxException refusal =
        refused(MailInput.forward(INBOX, original.id()).to("carl@example.com"));
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refusal.code());
    assertEquals(
        8L << 20, refusal.details().get("estimated_bytes") instanceof Long l ? l & ~0xfffffL : 0);
  }

  @Test
  void placeholders_of_a_forwarded_message_are_not_the_callers() {
    Message original = fixture.received(r -> r.subject("Dear {{name}}").html("<p>${x}</p>"));
    fixture.submit(MailInput.forward(INBOX, original.id()).to("carl@example.com").text("See."));
    assertEquals(
        ErrorCode.SEND_BLOCKED,
        refused(MailInput.forward(INBOX, original.id()).to("d@example.com").text("[Your Name]"))
            .code());
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
    assertTrue(String.valueOf(last().headers().subject()).length() <= 1_010);
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
  void html_that_multiplies_itself_is_refused_in_every_door() {
    Message original = fixture.received(r -> r.subject("Hello"));
    for (String html : HtmlBombs.reopening(1 << 20)) {
      for (MailInput.Builder command :
          List.of(mail().html(html), MailInput.reply(INBOX, original.id()).html(html))) {
        MailboxException refusal = Refusals.refused(() -> fixture.submit(command));
        assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
        assertEquals("html", refusal.problems().get(0).path());
        assertEquals(
            refusal.problems(),
            Refusals.refused(() -> fixture.sends.check(CALLER, command.build())).problems());
      }
    }
    assertTrue(fixture.sends.list(CALLER, null, null, PageRequest.first(10)).items().isEmpty());
  }

  @Test
  void automatic_mail_may_be_forwarded() {
    Message original =
        fixture.received(
            r ->
                r.classification(Classification.AUTOMATIC)
                    .headers(Map.of("auto-submitted", "auto-replied")));
    assertEquals(
        List.of("loop_auto_reply"),
        Refusals.blockedFor(() -> fixture.submit(MailInput.reply(INBOX, original.id()).text("x"))));
    fixture.send(MailInput.forward(INBOX, original.id()).to("carl@example.com"));
    assertEquals(List.of("carl@example.com"), fixture.transport.captured().get(0).recipients());
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
    assertEquals("Re: Hi Bcc: evil@example.com", last().headers().subject());
    assertTrue(last().headers().bcc().isEmpty());
  }

  // spec SystemLabels.2, SendFields.8
  @Test
  void the_senders_copy_is_in_its_thread_and_found_by_search() {
    Send send = fixture.send(mail().labels(List.of("invoice")).text("Quarterly numbers"));
    Message copy = copy(send);
    assertEquals(Set.of("sent", "invoice"), copy.labels());
    assertEquals(send.id(), copy.origin().sendId());
    assertEquals(
        "Hello",
        fixture
            .read(tx -> tx.threads().find(fixture.scope(), copy.threadId()))
            .orElseThrow()
            .content()
            .subject());
    assertEquals(
        List.of(copy.id()),
        fixture.read(
            tx ->
                tx
                    .search()
                    .find(fixture.scope(), SearchStore.Query.of("quarter"), PageRequest.first(5))
                    .items()
                    .stream()
                    .map(SearchStore.Entry::messageId)
                    .toList()));
    assertTrue(
        fixture
            .read(tx -> tx.threads().known(fixture.scope(), List.of(send.mail().rfcMessageId())))
            .get(0)
            .ours());
    assertEquals(
        send.mail().size(),
        fixture.read(tx -> tx.inboxes().find(fixture.scope(), INBOX)).orElseThrow().storedBytes());
  }

  private Message copy(Send send) {
    List<Message> found = new ArrayList<>();
    fixture
        .read(tx -> tx.messages().find(fixture.scope(), String.valueOf(send.messageId())))
        .ifPresent(found::add);
    return found.get(0);
  }
}
