package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.reply.ReplyText;
import dev.agentmailbox.mime.write.HeaderText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MimeReaderTest {
  private final MimeReader reader = new MimeReader();

  @Test
  void all_to_fields_are_read_and_names_are_decoded() {
    ParsedMessage message =
        read(
            """
            From: =?utf-8?q?J=C3=B6rg?= =?utf-8?b?IE3DvGxsZXI=?= <j@example.com>
            To: "Doe, John" <john@example.com>, plain@example.com (Comment Name)
            To: Friends: a@example.com, b@example.com;
            Cc: <@relay.example,@other.example:c@example.com>
            Bcc: undisclosed-recipients:;
            Reply-To: Some Program prog@example.com
            Date: Tue, 3 Mar 2026 10:11:12 +0100

            x
            """);
    assertEquals(
        List.of(new MailAddress("Jörg Müller", "j@example.com")), message.headers().from());
    assertEquals(
        List.of(
            new MailAddress("Doe, John", "john@example.com"),
            new MailAddress("Comment Name", "plain@example.com"),
            MailAddress.bare("a@example.com"),
            MailAddress.bare("b@example.com")),
        message.headers().to());
    assertEquals(List.of(MailAddress.bare("c@example.com")), message.headers().cc());
    assertTrue(message.headers().bcc().isEmpty());
    assertEquals(List.of(new MailAddress("Some Program", "prog@example.com")), message.replyTo());
    assertEquals(Instant.parse("2026-03-03T09:11:12Z"), message.date());
    assertTrue(message.defects().isEmpty(), message.defects()::toString);
  }

  @Test
  void an_encoded_line_break_in_a_header_does_not_come_out_as_one() {
    ParsedMessage message =
        read(
            """
            Subject: =?utf-8?q?a=0D=0ABcc:_evil@example.com=00?=
            From: =?utf-8?b?YQ0KYg==?= <a@example.com>

            x
            """);
    assertEquals("a  Bcc: evil@example.com", message.headers().subject());
    assertEquals("a  b", message.headers().from().get(0).name());
    assertTrue(message.fields().stream().allMatch(f -> HeaderText.isClean(f.value())));
  }

  @Test
  void a_character_split_over_two_encoded_words_is_put_together() {
    assertEquals("ü!", read("Subject: =?utf-8?q?=C3?=\n =?utf-8?q?=BC!?=\n\n").headers().subject());
    assertEquals("a b", read("Subject: =?utf-8?q?a?= b\n\n").headers().subject());
    assertEquals("=?x?z?a?=", read("Subject: =?x?z?a?=\n\n").headers().subject());
    assertEquals("=?utf-8?q?open", read("Subject: =?utf-8?q?open\n\n").headers().subject());
  }

  @Test
  void ids_are_found_deduplicated_and_capped() {
    StringBuilder references = new StringBuilder("References: junk <1@x>");
    for (int i = 1; i <= 300; i++) {
      references.append("\n <").append(i).append("@x>");
    }
    ParsedMessage message =
        read(
            "Message-ID: <a b@x>\nIn-Reply-To: Your message of \"Monday\" <p@x> ok\n"
                + references
                + "\n\nx");
    assertEquals("<ab@x>", message.headers().rfcMessageId());
    assertEquals("<p@x>", message.headers().inReplyTo());
    assertEquals(100, message.headers().references().size());
    assertEquals("<1@x>", message.headers().references().get(0));
    assertEquals("<300@x>", message.headers().references().get(99));
    assertEquals("<bare@x>", read("Message-ID: bare@x\n\n").headers().rfcMessageId());
    assertNull(read("Message-ID: \n\n").headers().rfcMessageId());
  }

  @Test
  void the_text_of_an_alternative_and_its_html_are_both_there_and_the_invitation_is_a_file() {
    ParsedMessage message =
        read(
            """
            Content-Type: multipart/mixed; boundary=m

            --m
            Content-Type: multipart/alternative; boundary="a"

            --a
            Content-Type: text/plain

            plain
            --a
            Content-Type: multipart/related; boundary=r

            --r
            Content-Type: text/html

            <p>rich</p>
            --r
            Content-Type: image/png; name="p.png"
            Content-ID: <pic@x>
            Content-Transfer-Encoding: base64

            AAEC
            --r--
            --a
            Content-Type: text/calendar

            BEGIN:VCALENDAR
            --a--
            --m
            Content-Type: text/plain
            Content-Disposition: attachment; filename="notes.txt"

            notes
            --m
            Content-Type: text/plain

            footer
            --m--
            """);
    assertEquals("plain\nfooter", message.text());
    assertTrue(message.html() != null && message.html().startsWith("<p>rich</p>"));
    assertTrue(message.html() != null && message.html().contains("footer"));
    assertEquals(
        List.of("1.2.2", "1.3", "2"),
        message.attachments().stream().map(ParsedAttachment::partPath).toList());
    ParsedAttachment picture = message.attachments().get(0);
    assertEquals(new ParsedAttachment("1.2.2", "p.png", "image/png", 3, null, "pic@x"), picture);
    assertEquals("notes.txt", message.attachments().get(2).filename());
    assertTrue(message.defects().isEmpty(), message.defects()::toString);
  }

  @Test
  void html_alone_gives_text_and_html_with_a_plain_footer_loses_neither() {
    assertEquals("Hello\n\nyou", read("Content-Type: text/html\n\n<p>Hello<p>you").text());
    ParsedMessage mixed =
        read(
            """
            Content-Type: multipart/mixed; boundary=m

            --m
            Content-Type: text/html

            <b>main</b>
            --m
            Content-Type: text/plain

            footer <list>
            --m--
            """);
    assertEquals("main\nfooter <list>", mixed.text());
    assertTrue(mixed.html() != null && mixed.html().contains("footer &lt;list&gt;"));
  }

  @Test
  void a_nested_message_is_an_attachment_and_its_text_is_not_ours() throws IOException {
    RawMessage raw =
        raw(
            """
            Content-Type: multipart/mixed; boundary=m

            --m
            Content-Type: message/rfc822

            Subject: inner
            Content-Type: multipart/mixed; boundary=i

            --i

            inner text
            --i--
            --m--
            """);
    ParsedMessage message = reader.read(raw);
    assertNull(message.text());
    assertEquals("message/rfc822", message.attachments().get(0).contentType());
    try (InputStream in = reader.openPart(raw, "1")) {
      ParsedMessage inner = reader.read(RawMessage.of(in.readAllBytes()));
      assertEquals("inner text", inner.text());
    }
    assertThrows(IOException.class, () -> reader.openPart(raw, "2"));
    assertThrows(IOException.class, () -> reader.openPart(raw, ""));
  }

  @Test
  void charsets_are_read_as_mail_programs_do() {
    assertEquals("“x” €", charset("iso-8859-1", "“x” €".getBytes(Charset.forName("cp1252"))));
    assertEquals("für", charset("us-ascii", "für".getBytes(Charset.forName("cp1252"))));
    assertEquals("für", charset("us-ascii", "für".getBytes(StandardCharsets.UTF_8)));
    assertEquals("你好镕", charset("gb2312", "你好镕".getBytes(Charset.forName("GB18030"))));
    assertEquals("привет", charset("koi8-r", "привет".getBytes(Charset.forName("KOI8-R"))));
    assertEquals("日本", charset("iso-2022-jp", "日本".getBytes(Charset.forName("ISO-2022-JP"))));
    assertEquals("für", charset("x-nonsense", "für".getBytes(StandardCharsets.UTF_8)));
    assertEquals("für", charset("x-nonsense", "für".getBytes(Charset.forName("cp1252"))));
    assertEquals("plain", charset("unicode-1-1-utf-7", "plain".getBytes(StandardCharsets.UTF_8)));
    assertEquals("a\uFFFDb", charset("utf-8", new byte[] {'a', 0, 'b'}));
    Set<MimeDefect> defects = read("Content-Type: text/plain; charset=nope\n\nx").defects();
    assertEquals(Set.of(MimeDefect.UNKNOWN_CHARSET), defects);
  }

  @Test
  void file_names_come_decoded_and_harmless() {
    assertEquals("résumé.pdf", fileName("attachment; filename*=utf-8''r%C3%A9sum%C3%A9.pdf"));
    assertEquals(
        "résumé.pdf", fileName("attachment; filename=\"=?utf-8?q?r=C3=A9sum=C3=A9.pdf?=\""));
    assertEquals(
        "longname.txt",
        fileName("attachment; filename*1=name; filename*0*=utf-8'en'long; filename*2=.txt"));
    assertEquals("passwd", fileName("attachment; filename=\"../../etc/passwd\""));
    assertEquals("evil.exe", fileName("attachment; filename=\"C:\\windows\\evil.exe\""));
    assertEquals("invoicefdp.exe", fileName("attachment; filename=\"invoice\u202Efdp.exe\""));
    assertEquals("a b.txt", fileName("attachment; filename=a b.txt"));
    assertNull(fileName("attachment; filename=\"..\""));
    String cut = fileName("attachment; filename=\"" + "é".repeat(400) + ".pdf\"");
    assertNotNull(cut);
    assertTrue(cut.endsWith("é.pdf") && cut.getBytes(StandardCharsets.UTF_8).length <= 255);
  }

  @Test
  void broken_structures_give_what_can_be_had() {
    assertEquals("text", read("Content-Type: multipart/mixed\n\n--b\n\ntext\n--b--\n").text());
    assertEquals("no parts", read("Content-Type: multipart/mixed; boundary=b\n\nno parts").text());
    ParsedMessage open = read("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nopen");
    assertEquals("open", open.text());
    assertEquals(Set.of(MimeDefect.UNCLOSED_MULTIPART), open.defects());
    assertEquals("one\ntwo", read("one\ntwo").text());
    assertEquals("body", read("Subject: a\nthis is no field\nTo: x@y.z\n\nbody").text());
    assertNull(read("").text());
    assertEquals("x", read("Content-Transfer-Encoding: nonsense\n\nx").text());
    assertEquals("late", read("From me Tue\nSubject: s\n\nlate").text());
    assertEquals("cr", read("Subject: s\rX-Y: z\r\rcr").text());
  }

  @Test
  void automatic_mail_is_recognised() {
    for (String field :
        List.of(
            "Auto-Submitted: auto-replied (vacation)",
            "List-Id: <l.example.com>",
            "List-Unsubscribe: <mailto:x@y.z>",
            "Precedence: Bulk",
            "X-Auto-Response-Suppress: All",
            "Feedback-ID: 1:2:3")) {
      assertTrue(read(field + "\n\nx").isAutomatic(), field);
    }
    assertFalse(read("Auto-Submitted: no\nPrecedence: first-class\n\nx").isAutomatic());
    assertTrue(read("Content-Type: Multipart/Report; boundary=b\n\n--b\n\nx").isReport());
    assertFalse(read("Content-Type: text/plain\n\nmultipart/report").isReport());
  }

  @Test
  void the_header_map_is_lower_case_joined_and_bounded() {
    StringBuilder header =
        new StringBuilder("Received: one\nRECEIVED: two\nX-A: =?utf-8?q?=C3=BC?=\n");
    for (int i = 0; i < 500; i++) {
      header.append("X-").append(i).append(": v\n");
    }
    ParsedMessage message = read(header + "\nx");
    assertEquals("one\ntwo", message.headerMap().get("received"));
    assertEquals("ü", message.headerMap().get("x-a"));
    assertEquals(ParsedMessage.MAX_MAPPED_FIELDS - 1, message.headerMap().size());
  }

  @Test
  void the_preview_is_one_line_of_the_new_part() {
    ParsedMessage message =
        read(
            "Subject: s\n\nFine,\n  let us meet.\n\nOn Mon, 2 Mar 2026 at 10:00, Ann wrote:\n> old");
    assertEquals("Fine, let us meet.", ReplyText.preview(message.text()));
    assertEquals(200, ReplyText.preview("\n" + "long ".repeat(100)).length());
  }

  @Test
  void a_message_in_a_file_reads_as_one_in_memory(@TempDir Path directory) throws IOException {
    byte[] bytes =
        raw("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n--b\nContent-Type: a/b\n\ndata\n--b--\n")
            .open()
            .readAllBytes();
    Path file = directory.resolve("m.eml");
    Files.write(file, bytes);
    RawMessage raw = RawMessage.in(file);
    assertEquals(reader.read(RawMessage.of(bytes)), reader.read(raw));
    try (InputStream in = reader.openPart(raw, "2")) {
      assertEquals("data", new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    }
  }

  private String charset(String label, byte[] body) {
    byte[] header =
        ("Content-Type: text/plain; charset=" + label + "\n\n").getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[header.length + body.length];
    System.arraycopy(header, 0, all, 0, header.length);
    System.arraycopy(body, 0, all, header.length, body.length);
    return String.valueOf(reader.read(RawMessage.of(all)).text());
  }

  private @Nullable String fileName(String disposition) {
    String part =
        "--b\nContent-Type: application/x\nContent-Disposition: " + disposition + "\n\nx\n--b--\n";
    return read("Content-Type: multipart/mixed; boundary=b\n\n" + part)
        .attachments()
        .get(0)
        .filename();
  }

  private ParsedMessage read(String message) {
    return reader.read(raw(message));
  }

  private static RawMessage raw(String message) {
    return RawMessage.of(message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
  }
}
