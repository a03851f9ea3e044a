package dev.agentmailbox.mime.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MimeWriterTest {
  private final MimeReader reader = new MimeReader();

  @Test
  void parameters_of_a_type_are_kept_and_those_that_are_written_elsewhere_are_not() {
    assertEquals(
        "text/calendar; method=\"REQUEST\"; charset=\"utf-8\"",
        sentType("Text/Calendar; METHOD=REQUEST; charset=utf-8; name=\"x.ics\""));
    assertEquals("text/csv; charset=\"utf-16le\"", sentType("text/csv; charset=utf-16le"));
    assertEquals("text/plain", sentType("text/plain; charset=\"a b\"; boundary=b; é=x; x="));
    assertEquals("a/b; t=\"say \\\"hi\\\" \\\\\"", sentType("a/b; t=\"say \\\"hi\\\" \\\\\""));
    String words = "Grüße ".repeat(20).strip();
    assertEquals("a/b; t=\"" + words + "\"", sentType("a/b; t=\"" + words + "\""));
    assertEquals("application/octet-stream", sentType("multipart/mixed; boundary=b"));
    assertEquals("application/octet-stream", sentType("nothing; charset=utf-8"));
    assertEquals("a/b", sentType("a/b; t=" + "x".repeat(501)));
    String many = sentType("a/b" + "; t=1".repeat(2) + parameters(100));
    assertEquals(20, many.chars().filter(c -> c == ';').count());
    assertThrows(MailboxException.class, () -> sentType("a/b; t=\"x\r\nBcc: a@b.c\""));
  }

  private static String parameters(int count) {
    return IntStream.range(0, count).mapToObj(i -> "; p" + i + "=v").collect(Collectors.joining());
  }

  /** The type of an attachment as it is read from the message with it. */
  private String sentType(String type) {
    Outgoing out = new Outgoing();
    out.attachments.add(new OutgoingAttachment("f", type, null, null, new byte[] {1}));
    List<String> types = new ArrayList<>();
    try (OpenMessage message = reader.open(raw(out.message()))) {
      message.visit((part, content) -> types.add(part.type().text()));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return types.get(1);
  }

  @Test
  void a_plain_message_is_read_back_as_it_was_meant() {
    Outgoing out = new Outgoing();
    out.cc.add(new MailAddress("Björn \"B\" Ø, Jr.", "bjorn@xn--bcher-kva.example"));
    out.subject = "Grüße — 你好";
    out.text = "Zeile eins\nZeile zwei äöü €\n";
    out.inReplyTo = "<parent@example.com>";
    out.references.addAll(List.of("<root@example.com>", "<parent@example.com>"));
    out.extraHeaders.put("Auto-Submitted", "auto-generated");
    ParsedMessage read = reader.read(raw(out.message()));
    assertEquals(List.of(out.from), read.headers().from());
    assertEquals(out.to, read.headers().to());
    assertEquals(out.cc, read.headers().cc());
    assertEquals(out.subject, read.headers().subject());
    assertEquals(out.text, read.text());
    assertNull(read.html());
    assertEquals(out.messageId, read.headers().rfcMessageId());
    assertEquals(out.inReplyTo, read.headers().inReplyTo());
    assertEquals(out.references, read.headers().references());
    assertEquals(out.date, read.date());
    assertTrue(read.isAutomatic());
    assertEquals("1.0", read.header("MIME-Version").orElse(""));
    assertTrue(read.defects().isEmpty(), read.defects()::toString);
  }

  @Test
  void text_is_made_from_html_and_both_are_an_alternative() {
    Outgoing out = new Outgoing();
    out.text = null;
    out.html = "<p>Hello <b>you</b></p><p><a href=\"https://example.com/\">here</a></p>";
    byte[] composed = new MimeWriter(out.message()).compose();
    ParsedMessage read = reader.read(RawMessage.of(composed));
    assertEquals("Hello you\n\nhere (https://example.com/)\n", read.text());
    assertEquals(out.html + "\n", read.html());
    assertTrue(string(composed).contains("multipart/alternative"));
  }

  @Test
  void parts_nest_as_mixed_related_alternative() throws IOException {
    Outgoing out = new Outgoing();
    out.html = "<img src=\"cid:logo\">Hi";
    byte[] image = {1, 2, 3, 0, -1};
    byte[] pdf = "pdf".repeat(1000).getBytes(StandardCharsets.UTF_8);
    out.attachments.add(
        new OutgoingAttachment("Übersicht 2026.pdf", "application/pdf", null, null, pdf));
    out.attachments.add(new OutgoingAttachment("l.png", "image/png", "inline", "logo", image));
    byte[] composed = new MimeWriter(out.message()).compose();
    ParsedMessage read = reader.read(RawMessage.of(composed));
    assertEquals(2, read.attachments().size());
    ParsedAttachment inline = read.attachments().get(0);
    ParsedAttachment file = read.attachments().get(1);
    assertEquals(List.of("2", "1.2"), List.of(file.partPath(), inline.partPath()));
    assertEquals("logo", inline.contentId());
    assertEquals("inline", inline.disposition());
    assertEquals("image/png", inline.contentType());
    assertEquals("Übersicht 2026.pdf", file.filename());
    assertEquals("attachment", file.disposition());
    assertEquals(pdf.length, file.size());
    try (InputStream in = reader.openPart(RawMessage.of(composed), file.partPath())) {
      assertArrayEquals(pdf, in.readAllBytes());
    }
    try (InputStream in = reader.openPart(RawMessage.of(composed), inline.partPath())) {
      assertArrayEquals(image, in.readAllBytes());
    }
  }

  @Test
  void bcc_is_never_written() {
    Outgoing out = new Outgoing();
    out.bcc.add(MailAddress.bare("secret@example.com"));
    assertFalse(string(new MimeWriter(out.message()).compose()).contains("secret"));
    out.to.clear();
    String alone = string(new MimeWriter(out.message()).compose());
    assertFalse(alone.contains("secret"));
    assertTrue(alone.contains("To: undisclosed-recipients:;"));
  }

  @Test
  void equal_input_gives_equal_bytes() {
    Outgoing out = new Outgoing();
    out.html = "<p>x</p>";
    out.attachments.add(new OutgoingAttachment("a", "text/plain", null, null, new byte[10]));
    assertArrayEquals(
        new MimeWriter(out.message()).compose(), new MimeWriter(out.message()).compose());
  }

  @Test
  void the_estimate_is_never_below_the_size_and_hardly_above() {
    Outgoing out = new Outgoing();
    for (int size : new int[] {0, 1, 56, 57, 58, 100_000, 3_500_000}) {
      out.attachments.clear();
      out.attachments.add(
          new OutgoingAttachment("é".repeat(100), "image/png", null, null, new byte[size]));
      OutgoingMessage message = out.message();
      long real = new MimeWriter(message).compose().length;
      long estimate = new MimeWriter(message).maxSize();
      assertTrue(estimate >= real && estimate <= real + 4, size + ": " + estimate + " " + real);
    }
  }

  @Test
  void a_forwarded_message_stays_a_message_when_the_wire_can_carry_it() throws IOException {
    Outgoing out = new Outgoing();
    byte[] clean = "Subject: a\r\n\r\nbody\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] eightBit = "Subject: a\r\n\r\nbödy\n".getBytes(StandardCharsets.UTF_8);
    out.attachments.add(new OutgoingAttachment("a.eml", "message/rfc822", null, null, clean));
    out.attachments.add(new OutgoingAttachment("b.eml", "message/rfc822", null, null, eightBit));
    byte[] composed = new MimeWriter(out.message()).compose();
    ParsedMessage read = reader.read(RawMessage.of(composed));
    assertEquals("message/rfc822", read.attachments().get(0).contentType());
    assertEquals("application/octet-stream", read.attachments().get(1).contentType());
    try (InputStream in = reader.openPart(RawMessage.of(composed), "2")) {
      assertArrayEquals(clean, in.readAllBytes());
    }
    try (InputStream in = reader.openPart(RawMessage.of(composed), "3")) {
      assertArrayEquals(eightBit, in.readAllBytes());
    }
  }

  @Test
  void a_body_that_looks_like_the_protocol_arrives_unchanged() {
    Outgoing out = new Outgoing();
    out.text = ".\n..\nFrom here\n.hidden\ntrailing blanks   \n\ttab\t\n--=_x\n=3D\n";
    out.html = "<p>.</p>";
    ParsedMessage read = reader.read(raw(out.message()));
    assertEquals(out.text, read.text());
    String wire = string(new MimeWriter(out.message()).compose());
    assertFalse(wire.contains("\r\n."));
    assertFalse(wire.contains("\r\nFrom here"));
  }

  @Test
  void control_characters_in_any_header_are_refused_before_anything_else() {
    List<Consumer<Outgoing>> injections =
        List.of(
            out -> out.subject = "a\r\nBcc: evil@example.com",
            out -> out.from = new MailAddress("a\nBcc: x@y.z", "seven@agents.test"),
            out -> out.from = MailAddress.bare("seven@agents.test\r\nBcc: x@y.z"),
            out -> out.replyTo = new MailAddress("a\rb", "seven@agents.test"),
            out -> out.to.set(0, new MailAddress("x\0", "ann@example.com")),
            out -> out.to.set(0, MailAddress.bare("ann@example.com>\r\nBcc: <x@y.z")),
            out -> out.cc.add(new MailAddress("tab\there", "ann@example.com")),
            out -> out.bcc.add(MailAddress.bare("a\u0085@example.com")),
            out -> out.extraHeaders.put("X-Service-Client-Ref", "1\r\n\r\nbody"),
            out -> out.attachments.add(attachment("a\r\nX: y", "text/plain", null, null)),
            out -> out.attachments.add(attachment("a", "text/plain\r\nX: y", null, null)),
            out -> out.attachments.add(attachment("a", "text/plain", "inline\nX: y", null)),
            out -> out.attachments.add(attachment("a", "text/plain", null, "i\u2028d")));
    for (Consumer<Outgoing> injection : injections) {
      Outgoing out = new Outgoing();
      injection.accept(out);
      MailboxException refused =
          assertThrows(MailboxException.class, () -> new MimeWriter(out.message()).compose());
      assertEquals(ErrorCode.INVALID_HEADER, refused.code());
      assertTrue(refused.details().containsKey("path"));
      assertThrows(MailboxException.class, () -> new MimeWriter(out.message()));
    }
  }

  @Test
  void ids_and_names_that_would_break_a_header_are_not_written() {
    Outgoing out = new Outgoing();
    out.messageId = "<a b@c>\r\nBcc: x@y.z";
    assertThrows(IllegalArgumentException.class, () -> new MimeWriter(out.message()).compose());
    for (String name : List.of("Bcc", "X Y", "X:Y", "X\r\nY", "", "From", "Ü")) {
      Outgoing named = new Outgoing();
      named.extraHeaders.put(name, "x");
      assertThrows(RuntimeException.class, () -> new MimeWriter(named.message()).compose(), name);
    }
    Outgoing odd = new Outgoing();
    odd.inReplyTo = "<a>\r\nBcc: x@y.z";
    odd.references.addAll(List.of("<ok@x>", "<ö@x>", "<a\r\nb@x>", "<a><b@x>", "none"));
    ParsedMessage read = reader.read(raw(odd.message()));
    assertNull(read.headers().inReplyTo());
    assertEquals(List.of("<ok@x>"), read.headers().references());
  }

  @Test
  void long_references_keep_the_first_and_the_last_twenty() {
    Outgoing out = new Outgoing();
    IntStream.range(0, 200).forEach(i -> out.references.add("<" + i + "@example.com>"));
    List<String> references = reader.read(raw(out.message())).headers().references();
    assertEquals(21, references.size());
    assertEquals("<0@example.com>", references.get(0));
    assertEquals("<180@example.com>", references.get(1));
    assertEquals("<199@example.com>", references.get(20));
  }

  @Test
  void an_address_that_needs_smtputf8_is_refused_and_an_international_domain_is_not() {
    Outgoing out = new Outgoing();
    out.to.set(0, MailAddress.bare("ann@bücher.example"));
    assertTrue(
        string(new MimeWriter(out.message()).compose()).contains("ann@xn--bcher-kva.example"));
    out.to.set(0, MailAddress.bare("änn@example.com"));
    MailboxException refused =
        assertThrows(MailboxException.class, () -> new MimeWriter(out.message()).compose());
    assertEquals(ErrorCode.VALIDATION_ERROR, refused.code());
    assertEquals("to[0]", refused.problems().get(0).path());
  }

  @Test
  void an_empty_message_is_an_empty_text() {
    Outgoing out = new Outgoing();
    out.text = " \n";
    out.subject = "";
    ParsedMessage read = reader.read(raw(out.message()));
    assertEquals("", read.headers().subject());
    assertNull(read.text());
  }

  @Test
  void nothing_of_the_content_is_in_a_string_form() {
    Outgoing out = new Outgoing();
    out.subject = "secret";
    out.text = "secret";
    out.attachments.add(attachment("secret", "text/plain", null, "secret"));
    String all = out.message() + " " + out.attachments.get(0);
    assertFalse(all.contains("secret"));
  }

  private static OutgoingAttachment attachment(
      String name, String type, @Nullable String disposition, @Nullable String contentId) {
    return new OutgoingAttachment(name, type, disposition, contentId, new byte[] {1});
  }

  private static RawMessage raw(OutgoingMessage message) {
    return RawMessage.of(new MimeWriter(message).compose());
  }

  private static String string(byte[] composed) {
    return new String(composed, StandardCharsets.ISO_8859_1);
  }
}
