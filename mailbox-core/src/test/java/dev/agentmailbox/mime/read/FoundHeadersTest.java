package dev.agentmailbox.mime.read;

import static dev.agentmailbox.mime.read.FoundMail.LATIN;
import static dev.agentmailbox.mime.read.FoundMail.found;
import static dev.agentmailbox.mime.read.FoundMail.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.MailAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Headers of mail that other software sends, some of it in the files of {@code found}. */
class FoundHeadersTest {
  @Test
  void a_byte_order_mark_before_a_field_does_not_hide_it() {
    assertEquals(
        List.of(new MailAddress("Bea", "bea@example.com")),
        found("byte-order-mark").headers().from());
    ParsedMessage traced =
        read("Received: by x; Tue\n\u00EF\u00BB\u00BFFrom: a@b.c\nSubject: s\n\nx");
    assertEquals(List.of(MailAddress.bare("a@b.c")), traced.headers().from());
    assertTrue(traced.defects().isEmpty());
    String part =
        "--b\n\u00EF\u00BB\u00BFContent-Type: text/html; charset=utf-8\n\n<p>x</p>\n--b--\n";
    assertNotNull(read("Content-Type: multipart/mixed; boundary=b\n\n" + part).html());
  }

  @Test
  void octets_in_an_encoded_word_are_decoded_by_its_charset() {
    assertEquals(
        List.of(new MailAddress("Jürgen", "j@example.com")),
        found("octets-in-a-word").headers().from());
    assertEquals("дA", subject("=?koi8-r?Q?\u00C4A?="));
    assertEquals("Jürgen", subject("=?iso-8859-1?Q?J\u00C3\u00BCrgen?="));
    assertEquals("Jürgen", subject("=?utf-8?Q?J\u00C3\u00BCrgen?="));
    assertEquals("ü ü", subject("=?iso-8859-1?Q?\u00FC_=FC?="));
    assertName("дД.txt", "attachment; filename*=koi8-r''\u00C4\u00E4.txt");
    assertEquals("Jürgen", subject("=?utf-8?Q?J=FCrgen?="));
  }

  @Test
  void words_in_continuations_and_extended_values_are_decoded() {
    assertEquals(
        "Jahresübersicht.pdf", found("words-in-continuations").attachments().get(0).filename());
    assertName(
        "Jahresü.pdf", "attachment; filename*0=\"=?UTF-8?Q?Jahres=C3\"; filename*1=\"=BC.pdf?=\"");
    assertName("ü.pdf", "attachment; filename*=\"=?iso-8859-1?Q?=FC.pdf?=\"");
    assertName("ü.pdf", "attachment; filename*=UTF-8''%3D%3FUTF-8%3FQ%3F=C3=BC.pdf%3F%3D");
    assertName("ü ö.pdf", "attachment; filename==?UTF-8?Q?=C3=BC_=C3=B6.pdf?=");
    assertName("a.pdf", "attachment; filename=a.pdf; filename*=UTF-8''");
  }

  @Test
  void a_file_name_that_is_empty_does_not_hide_the_name_of_the_content_type() {
    for (String empty : List.of("\"\"", "\" \"", "\"..\"", "")) {
      ParsedMessage message =
          read(
              "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
                  + "Content-Type: application/pdf; name=\"bill.pdf\"\n"
                  + "Content-Disposition: attachment; filename="
                  + empty
                  + "\n\nx\n--b--\n");
      assertEquals("bill.pdf", message.attachments().get(0).filename(), empty);
    }
  }

  @Test
  void header_fields_without_charset_are_read_by_the_one_of_the_text() {
    assertEquals("Десятка шуток дня", found("subject-in-koi8-r").headers().subject());
    String koi = new String("Жук".getBytes(charset("KOI8-R")), LATIN);
    ParsedMessage message =
        read(
            "From: "
                + koi
                + " <a@b.c>\nX-A: "
                + koi
                + "\nContent-Type: multipart/mixed; boundary=b\n\n"
                + "--b\nContent-Type: text/plain; charset=koi8-r\n\nx\n"
                + "--b\nContent-Type: a/b\nContent-Disposition: attachment; filename=\""
                + koi
                + ".bin\"\n\nx\n--b--\n");
    assertEquals("Жук", message.headers().from().get(0).name());
    assertEquals("Жук", message.header("X-A").orElseThrow());
    assertEquals("Жук.bin", message.attachments().get(0).filename());
    assertEquals("Müller", subject("M\u00FCller"));
    assertEquals("日本 a", subject("\u001B$BF|K\\\u001B(B a"));
  }

  @Test
  void one_broken_octet_breaks_one_character() {
    String name =
        String.valueOf(found("file-name-cut-in-a-character").attachments().get(0).filename());
    assertTrue(name.startsWith("Картинка с очень"), name);
    String cyrillic = new String("Жук и жаба".getBytes(StandardCharsets.UTF_8), LATIN);
    assertEquals("Жук и жаба\uFFFD", subject(cyrillic + "\u00D0"));
    assertEquals("\uFFFD Жук и жаба", subject("\u00FF " + cyrillic));
    assertEquals("für \uFFFD", subject("f\u00C3\u00BCr \u00C3"));
    assertEquals("für ÿ é", subject("f\u00FCr \u00FF \u00E9"));
    assertEquals("Жук и жаба\uFFFD", text("text/plain", cyrillic + "\u00D0"));
    assertEquals("Жук и жаба\uFFFD", text("text/plain; charset=us-ascii", cyrillic + "\u00D0"));
  }

  @Test
  void ids_are_found_among_words_and_addresses_and_in_encoded_words() {
    assertEquals(
        List.of("<AM0PR.long.id.123456789@PROD.example.com>"),
        found("encoded-references").headers().references());
    ParsedMessage answer = found("in-reply-to-with-addresses");
    assertEquals("<known.10@example.com>", answer.headers().inReplyTo());
    assertEquals(List.of("<known.10@example.com>", "<jo@example.com>"), answer.ancestors());
    assertEquals("<a@x>", inReplyTo("<a@x> (Jo's message of \"Monday\" <jo@y>)"));
    assertEquals("<b@x>", inReplyTo("<a@x>\n <b@x>"));
    assertEquals("<long@x>", inReplyTo("=?us-ascii?Q?=3Clon?=\n =?us-ascii?Q?g=40x=3E?="));
    assertEquals("<a@x>", inReplyTo("\"<a@x>\""));
    assertEquals("<a@x>", inReplyTo("a@x"));
    assertNull(read("In-Reply-To: your message of Monday\n\nx").headers().inReplyTo());
    assertEquals(
        List.of("<d@x>", "<c@x>", "<b@x>", "<a@x>"),
        read("In-Reply-To: <a@x> <b@x>\nReferences: <c@x>\n  junk\n\t<d@x>\n\nx").ancestors());
    assertEquals(
        List.of("<a@x>", "<b@x>"), read("References: a@x, b@x\n\n").headers().references());
    assertEquals("<m@x>", read("Message-ID: =?utf-8?Q?=3Cm=40x=3E?=\n\n").headers().rfcMessageId());
  }

  /** One character for each octet. */
  @Test
  void addresses_are_read_without_comments_and_blanks_and_names_with_their_commas() {
    assertEquals(
        List.of(new MailAddress("Reinman, Andris", "andris@example.com")),
        found("last-name-first").headers().from());
    assertEquals(
        List.of(new MailAddress("Pete", "pete@silly.test")),
        found("comments-in-brackets").headers().from());
    assertEquals(
        List.of(
            new MailAddress("Mary Smith", "mary@example.net"),
            MailAddress.bare("jdoe@test.example")),
        found("blanks-around-dots").headers().cc());
  }

  private String inReplyTo(String value) {
    return String.valueOf(read("In-Reply-To: " + value + "\n\nx").headers().inReplyTo());
  }

  private String subject(String value) {
    return String.valueOf(read("Subject: " + value + "\n\nx").headers().subject());
  }

  private void assertName(String expected, String disposition) {
    String message =
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
            + "Content-Type: a/b\nContent-Disposition: "
            + disposition
            + "\n\nx\n--b--\n";
    assertEquals(expected, read(message).attachments().get(0).filename());
  }

  private String text(String type, String body) {
    return String.valueOf(read("Content-Type: " + type + "\n\n" + body).text());
  }

  private static Charset charset(String name) {
    return Charset.forName(name);
  }
}
