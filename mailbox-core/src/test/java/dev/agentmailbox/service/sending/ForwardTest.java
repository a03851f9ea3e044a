package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is made of a forward, read back from the bytes that went out. */
class ForwardTest {
  private final SendingFixture fixture = new SendingFixture();

  private MailboxException refused(MailInput.Builder command) {
    return Refusals.refused(() -> fixture.submit(command));
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
    ParsedMessage sent = fixture.lastMail();
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
      String text = String.valueOf(fixture.lastMail().text());
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
}
