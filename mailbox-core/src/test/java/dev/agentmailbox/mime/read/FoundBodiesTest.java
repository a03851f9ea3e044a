package dev.agentmailbox.mime.read;

import static dev.agentmailbox.mime.read.FoundMail.LATIN;
import static dev.agentmailbox.mime.read.FoundMail.found;
import static dev.agentmailbox.mime.read.FoundMail.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies of mail that other software sends, some of it in the files of {@code found}. */
class FoundBodiesTest {
  @Test
  void utf_7_is_decoded_and_plus_signs_that_begin_nothing_stay() {
    ParsedMessage message = found("utf-7");
    assertEquals("Frösche", message.headers().subject());
    assertEquals("Die Frösche \"hier\"", String.valueOf(message.text()).strip());
    assertEquals("a+b", subject("=?unicode-1-1-utf-7?Q?a+-b?="));
    assertEquals("1 + 2, +1-555, +A", text("text/plain; charset=UTF-7", "1 + 2, +1-555, +A"));
    assertEquals("日本\uD83D\uDE00!", text("text/plain; charset=utf-7", "+ZeVnLNg93gA-!"));
  }

  @Test
  void a_content_type_that_is_none_is_read_as_what_it_must_be() {
    ParsedMessage star = found("multipart-star");
    assertEquals("Please see the file.", String.valueOf(star.text()).strip());
    assertEquals("a.png", star.attachments().get(0).filename());
    for (String type : List.of("multipart", "multipart/", "Multipart/(x)", "\"multipart/mixed\"")) {
      assertEquals(
          "hi", read("Content-Type: " + type + "; boundary=b\n\n--b\n\nhi\n--b--\n").text(), type);
    }
    for (String type :
        List.of("text", "plain", "text/", "/", "?", "text/plain,", "\"text/plain\"")) {
      ParsedMessage message = read("Content-Type: " + type + "\n\nhi");
      assertEquals("hi", message.text(), type);
      assertTrue(message.attachments().isEmpty(), type);
    }
    assertEquals("für", text("text/plain charset=iso-8859-1", "f\u00FCr"));
    assertEquals("für", text("text/plain, charset=\"iso-8859-2\"", "f\u00FCr"));
    assertEquals("für", text("text / plain; charset=iso-8859-2", "f\u00FCr"));
    assertEquals("für", text("text/plain; x=\"y\" charset=iso-8859-2", "f\u00FCr"));
    ParsedMessage file =
        read(
            """
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: pdf; name=a.pdf

            x
            --b
            Content-Type: image

            x
            --b
            Content-Type: x
            Content-Disposition: attachment filename="b;c.bin"

            x
            --b--
            """);
    assertNull(file.text());
    assertEquals(
        List.of("application/octet-stream", "application/octet-stream", "application/octet-stream"),
        file.attachments().stream().map(ParsedAttachment::contentType).toList());
    assertEquals("b;c.bin", file.attachments().get(2).filename());
  }

  @Test
  void labels_of_charsets_mean_what_mail_programs_mean_by_them() {
    assertEquals("①㈱ end", String.valueOf(found("nec-row").text()).strip());
    for (List<String> label :
        List.of(
            List.of("gb2312", "镕", "GB18030"),
            List.of("x-gbk", "镕", "GB18030"),
            List.of("ks_c_5601-1987", "똠", "x-windows-949"),
            List.of("ks_c_5601", "똠", "x-windows-949"),
            List.of("cp949", "똠", "x-windows-949"),
            List.of("shift_jis", "①", "windows-31j"),
            List.of("sjis", "①", "windows-31j"),
            List.of("cp932", "①", "windows-31j"),
            List.of("euc-jp", "①", "x-eucJP-Open"),
            List.of("big5", "碁", "x-windows-950"),
            List.of("cn-big5", "碁", "x-windows-950"),
            List.of("big5-hkscs", "䏰", "Big5-HKSCS"),
            List.of("l1", "€", "windows-1252"),
            List.of("iso8859_1", "€", "windows-1252"),
            List.of("win-1251", "Ж", "windows-1251"),
            List.of("x-cp1251", "Ж", "windows-1251"),
            List.of("'windows-1251'", "Ж", "windows-1251"),
            List.of("\"windows-1251", "Ж", "windows-1251"),
            List.of("\"windows-1251; format=flowed\"", "Ж", "windows-1251"),
            List.of("koi8-ru", "ї", "KOI8-U"),
            List.of("macintosh", "é", "x-MacRoman"),
            List.of("utf8", "é", "UTF-8"),
            List.of("iso-8859-8-i", "א", "ISO-8859-8"))) {
      byte[] body = (label.get(1) + "x").getBytes(Charset.forName(label.get(2)));
      assertEquals(
          label.get(1) + "x",
          text("text/plain; charset=" + label.get(0), new String(body, LATIN)),
          label.get(0));
    }
  }

  @Test
  void byte_order_marks_are_honoured_and_removed() {
    String mark = "\u00EF\u00BB\u00BF";
    assertEquals("é", text("text/plain; charset=utf-8", mark + "\u00C3\u00A9"));
    assertEquals("é", text("text/plain; charset=iso-8859-1", mark + "\u00C3\u00A9"));
    assertEquals("é", text("text/plain", mark + "\u00C3\u00A9"));
    assertEquals("é", subject("=?utf-8?Q?=EF=BB=BF=C3=A9?="));
    for (String name : List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
      byte[] marked = "\uFEFFé日".getBytes(Charset.forName(name));
      for (String label : List.of("utf-16", "utf-8", "unicode", "us-ascii", name)) {
        assertEquals("é日", encoded("text/plain; charset=" + label, marked), name + " " + label);
      }
    }
    assertEquals("ab", encoded("text/plain; charset=utf-16", "ab".getBytes(charset("UTF-16LE"))));
    assertEquals("ab", encoded("text/plain; charset=utf-16", "ab".getBytes(charset("UTF-16BE"))));
    assertEquals("ab", text("text/plain; charset=utf-16", "ab"));
  }

  @Test
  void html_without_a_label_is_read_by_the_charset_it_declares() {
    assertTrue(String.valueOf(found("meta-windows-1250").text()).contains("Příliš žluťoučký kůň"));
    assertTrue(String.valueOf(found("meta-windows-1254").text()).contains("Şifre için ğ"));
    String meta = "<META content=x><meta charset = 'windows-1251'>";
    for (String type :
        List.of("text/html", "text/html; charset=us-ascii", "text/html; charset=x-none")) {
      assertEquals("Ж", text(type, meta + "\u00C6"), type);
      assertEquals("é", text(type, meta + "\u00C3\u00A9"), type);
    }
    assertEquals("Ж", text("text/html", "<?xml encoding=\"windows-1251\"?><p>\u00C6"));
    assertEquals("Æ", text("text/html; charset=iso-8859-1", meta + "\u00C6"));
    assertEquals("Æ", text("text/html; charset=us-ascii", "<!-- " + meta + " -->\u00C6"));
    assertEquals("日本", text("text/html", "<meta charset=iso-2022-jp>\u001B$BF|K\\\u001B(B"));
    assertEquals("+AGE-", text("text/html", "<meta charset=utf-7>+AGE-"));
  }

  @Test
  void the_html_of_a_related_is_the_body_wherever_it_is() {
    ParsedMessage second = found("related-html-second");
    assertTrue(String.valueOf(second.html()).startsWith("<p>Picture below"));
    assertEquals(List.of("1"), second.attachments().stream().map(a -> a.partPath()).toList());
    String html = "--b\nContent-Type: text/html; name=m.html\nContent-ID: <r@x>\n\n<p>hi\n";
    String image = "--b\nContent-Type: image/png\nContent-ID: <i@x>\n\nx\n";
    String plain = "--b\nContent-Type: text/plain\n\nplain\n";
    for (String parameters :
        List.of(
            "", "; type=\"text/html\"", "; start=r@x", "; start=\" < r@x > \"", "; start=i@x")) {
      String header = "Content-Type: multipart/related; boundary=b" + parameters + "\n\n";
      for (String parts : List.of(image + html, html + image, image + html + image)) {
        ParsedMessage message = read(header + parts + "--b--\n");
        assertEquals("hi", message.text(), parameters);
        assertEquals(parts.equals(image + html + image) ? 2 : 1, message.attachments().size());
      }
    }
    ParsedMessage both =
        read(
            "Content-Type: multipart/related; boundary=b\n\n"
                + plain
                + "--b\nContent-Type: text/html\n\n<p>rich\n"
                + image
                + "--b--\n");
    assertEquals("plain", both.text());
    assertEquals("<p>rich", both.html());
    assertEquals(1, both.attachments().size());
  }

  @Test
  void a_named_text_before_the_body_is_a_file() {
    ParsedMessage first = found("named-text-first");
    assertEquals("See the log above.", String.valueOf(first.text()).strip());
    assertEquals("log.txt", first.attachments().get(0).filename());
    String log = "--b\nContent-Type: text/plain; name=log.txt\n\nlog\n";
    String body = "--b\nContent-Type: text/html\n\n<p>body\n";
    for (String parts : List.of(log + body, body + log, log + log + body)) {
      ParsedMessage message =
          read("Content-Type: multipart/mixed; boundary=b\n\n" + parts + "--b--\n");
      assertEquals("body", message.text());
      assertEquals("log.txt", message.attachments().get(0).filename());
    }
    ParsedMessage alone = read("Content-Type: multipart/mixed; boundary=b\n\n" + log + "--b--\n");
    assertEquals("log", alone.text());
    ParsedMessage inside =
        read(
            """
            Content-Type: multipart/alternative; boundary=a

            --a
            Content-Type: text/plain; name=body.txt

            words
            --a
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain; name=log.txt
            Content-Disposition: inline

            log
            --b
            Content-Type: text/html

            <p>words
            --b--
            --a--
            """);
    assertEquals("words", inside.text());
    assertEquals("<p>words", inside.html());
    assertEquals("log.txt", inside.attachments().get(0).filename());
  }

  @Test
  void an_alternative_without_content_replaces_nothing() {
    assertEquals("A text section", String.valueOf(found("last-boundary-open").text()).strip());
    String plain = "--b\nContent-Type: text/plain\n\nwords\n";
    String html = "--b\nContent-Type: text/html\n\n<p>words\n";
    for (String empty :
        List.of(
            "--b\nContent-Type: text/plain\n\n\n",
            "--b\nContent-Type: text/html\n\n \n",
            "--b\n\n",
            "--b\n")) {
      for (String end : List.of("", "--b--\n")) {
        ParsedMessage message =
            read(
                "Content-Type: multipart/alternative; boundary=b\n\n" + plain + html + empty + end);
        assertEquals("words", message.text(), empty);
        assertEquals("<p>words", message.html(), empty);
        assertTrue(message.attachments().isEmpty(), empty);
      }
    }
    ParsedMessage related =
        read("Content-Type: multipart/related; boundary=b\n\n" + html + "--b\n\n");
    assertTrue(related.attachments().isEmpty());
    ParsedMessage disclaimer =
        read(
            "Content-Type: multipart/alternative; boundary=b\n\n"
                + plain
                + "--b\nContent-Type: text/plain\n\nThis mail is confidential.\n--b--\n");
    assertEquals("words", disclaimer.text());
  }

  @Test
  void soft_line_breaks_of_flowed_text_are_undone() {
    assertTrue(
        String.valueOf(found("flowed-delsp").text())
            .contains("https://app.example.com/verify?token=Zk3fQ9aLx7Bt2mWcRd81aa77\n\nThanks"));
    assertEquals("a b\nc\n", flowed("a \nb\nc\n", ""));
    assertEquals("ab\nc\n", flowed("a \nb\nc\n", "; delsp=yes"));
    assertEquals("From me\n>no quote\n", flowed(" From me\n >no quote\n", ""));
    assertEquals("> a b\n>> c\nd", flowed("> a \n> b\n>> c\nd", ""));
    assertEquals("> a \nb", flowed("> a \nb", ""));
    assertEquals("a \n-- \nme\n", flowed("a \n-- \nme\n", ""));
    assertEquals("> a\n> -- \n> me", flowed("> a \n> -- \n> me", "; DelSp=Yes"));
    assertEquals("日本語\n", flowed("日本 \n語\n", "; delsp=yes"));
    assertEquals("a\n\nb", flowed("a\n\nb", ""));
    assertEquals("a \nb", text("text/plain", "a \nb"));
  }

  private String flowed(String text, String parameters) {
    return String.valueOf(
        text(
            "text/plain; charset=utf-8; format=flowed" + parameters,
            new String(text.getBytes(StandardCharsets.UTF_8), LATIN)));
  }

  private String subject(String value) {
    return String.valueOf(read("Subject: " + value + "\n\nx").headers().subject());
  }

  private String text(String type, String body) {
    return String.valueOf(read("Content-Type: " + type + "\n\n" + body).text());
  }

  private String encoded(String type, byte[] body) {
    String base64 = Base64.getMimeEncoder().encodeToString(body);
    return text(type + "\nContent-Transfer-Encoding: base64", base64);
  }

  private static Charset charset(String name) {
    return Charset.forName(name);
  }
}
