package dev.agentmailbox.mime.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.FileNames;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random messages, written and read back by three readers: ours, angus and mime4j. */
@Tag("slow")
class MimeWriterFuzzTest {
  private static final int ROUNDS = 2_000;

  /** Strict, but a header may be long: an encoded subject takes more than ten thousand bytes. */
  private static final MimeConfig STRICT_OF_ANY_LENGTH =
      MimeConfig.copy(MimeConfig.STRICT).setMaxHeaderLen(-1).build();

  private static final Session SESSION = Session.getInstance(new Properties());
  private static final String ALPHABET =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   "
          + " .,;:!?-_=+*/\\\"'()<>[]{}@#$%&|~^`"
          + "äöüßéèñçøåÆŁžПриветмир你好世界日本語한국어العربيةעברית€–—…“”\u00a0\u200b\u202e\u200b";

  private final MimeReader reader = new MimeReader();

  @Test
  void what_is_written_is_read_back_by_us_by_angus_and_by_mime4j() throws Exception {
    long seed = Long.getLong("compose.seed", System.nanoTime());
    System.err.println("compose seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      OutgoingMessage message = random(random, round);
      MimeWriter writer = new MimeWriter(message);
      byte[] composed = writer.compose();
      String where = "seed " + seed + " round " + round;
      requireCleanLines(composed, where);
      long estimate = writer.maxSize();
      assertTrue(estimate >= composed.length && estimate <= composed.length + 4, where);
      requireSameByUs(message, composed, where);
      requireSameByAngus(message, composed, where);
      requireSameByMime4j(message, composed, where);
    }
  }

  private void requireSameByUs(OutgoingMessage message, byte[] composed, String where)
      throws IOException {
    ParsedMessage read = reader.read(RawMessage.of(composed));
    assertTrue(read.defects().isEmpty(), () -> where + read.defects());
    assertEquals(shown(message.from()), shown(read.headers().from().get(0)), where);
    assertEquals(shown(message.recipients().to()), shown(read.headers().to()), where);
    assertEquals(shown(message.recipients().cc()), shown(read.headers().cc()), where);
    assertTrue(read.headers().bcc().isEmpty(), where);
    assertEquals(
        Objects.requireNonNull(message.content().subject()).strip(),
        read.headers().subject(),
        where);
    assertEquals(message.messageId(), read.headers().rfcMessageId(), where);
    assertEquals(message.ancestors().inReplyTo(), read.headers().inReplyTo(), where);
    assertEquals(message.ancestors().references(), read.headers().references(), where);
    assertEquals(message.date(), read.date(), where);
    assertEquals(ended(message.content().text()), read.text(), where);
    assertEquals(ended(message.content().html()), read.html(), where);
    assertEquals(message.content().attachments().size(), read.attachments().size(), where);
    // Files that the HTML refers to stand with it, before the others.
    List<OutgoingAttachment> inOrder = new ArrayList<>(message.content().attachments());
    inOrder.sort(Comparator.comparing(file -> !isEmbedded(message, file)));
    for (int i = 0; i < inOrder.size(); i++) {
      OutgoingAttachment sent = inOrder.get(i);
      ParsedAttachment got = read.attachments().get(i);
      assertEquals(sent.size(), got.size(), where);
      String name = FileNames.clean(sent.filename());
      assertEquals(name == null ? "attachment" : name, got.filename(), where);
      try (var in = reader.openPart(RawMessage.of(composed), got.partPath())) {
        assertEquals(
            sent,
            new OutgoingAttachment(
                sent.filename(),
                sent.contentType(),
                sent.disposition(),
                sent.contentId(),
                in.readAllBytes()),
            where);
      }
    }
  }

  private static boolean isEmbedded(OutgoingMessage message, OutgoingAttachment file) {
    String html = message.content().html();
    return html != null
        && !html.isBlank()
        && file.contentId() != null
        && !"attachment".equals(file.disposition());
  }

  private static void requireSameByAngus(OutgoingMessage message, byte[] composed, String where)
      throws Exception {
    MimeMessage read = new MimeMessage(SESSION, new ByteArrayInputStream(composed));
    assertEquals(1, read.getHeader("From").length, where);
    assertEquals(shown(List.of(message.from())), angus(read.getFrom()), where);
    assertEquals(
        shown(message.recipients().to()),
        angus(read.getRecipients(Message.RecipientType.TO)),
        where);
    assertEquals(
        shown(message.recipients().cc()),
        angus(read.getRecipients(Message.RecipientType.CC)),
        where);
    assertEquals(null, read.getHeader("Bcc"), where);
    assertEquals(
        Objects.requireNonNull(message.content().subject()).strip(),
        String.valueOf(read.getSubject()).strip(),
        where);
    assertEquals(message.messageId(), read.getMessageID(), where);
    List<String> leaves = new ArrayList<>();
    leaves(read, leaves);
    int texts =
        (message.content().text() == null ? 0 : 1) + (message.content().html() == null ? 0 : 1);
    assertEquals(texts + message.content().attachments().size(), leaves.size(), where);
    if (message.content().text() != null) {
      assertEquals(ended(message.content().text()), leaves.get(0), where);
    }
  }

  private static void leaves(Part part, List<String> out) throws MessagingException, IOException {
    if (part.isMimeType("multipart/*")) {
      Multipart multipart = (Multipart) part.getContent();
      for (int i = 0; i < multipart.getCount(); i++) {
        leaves(multipart.getBodyPart(i), out);
      }
    } else {
      byte[] bytes = part.getInputStream().readAllBytes();
      out.add(new String(bytes, StandardCharsets.UTF_8).replace("\r\n", "\n"));
    }
  }

  private static void requireSameByMime4j(OutgoingMessage message, byte[] composed, String where)
      throws IOException {
    DefaultMessageBuilder builder = new DefaultMessageBuilder();
    builder.setMimeEntityConfig(STRICT_OF_ANY_LENGTH);
    var read = builder.parseMessage(new ByteArrayInputStream(composed));
    Mailbox from = read.getFrom().get(0);
    assertEquals(message.from().address(), from.getAddress(), where);
    assertEquals(
        Objects.requireNonNull(message.content().subject()).strip(),
        String.valueOf(read.getSubject()).strip(),
        where);
    assertEquals(message.messageId(), read.getMessageId(), where);
    int to = read.getTo() == null ? 0 : read.getTo().flatten().size();
    assertEquals(message.recipients().to().size(), to, where);
  }

  private static void requireCleanLines(byte[] bytes, String where) {
    String wire = new String(bytes, StandardCharsets.ISO_8859_1);
    assertTrue(wire.chars().allMatch(c -> c > 0 && c < 0x7f), where);
    String rest = wire.replace("\r\n", "\n");
    assertEquals(-1, rest.indexOf('\r'), where);
    assertEquals(wire.length(), rest.length() + rest.chars().filter(c -> c == '\n').count(), where);
    for (String line : rest.split("\n", -1)) {
      assertTrue(line.length() <= 998, where);
    }
    for (String line : rest.substring(0, rest.indexOf("\n\n")).split("\n", -1)) {
      assertTrue(line.matches("[!-9;-~]+:.*| .*\\S.*"), where + line);
      assertTrue(line.length() <= 300, where + line);
    }
  }

  private static OutgoingMessage random(Random random, int round) {
    Outgoing out = new Outgoing();
    out.from = address(random);
    out.replyTo = address(random);
    out.to.clear();
    addresses(random, out.to, 1 + random.nextInt(5));
    addresses(random, out.cc, random.nextInt(4));
    addresses(random, out.bcc, random.nextInt(3));
    out.subject = line(random, random.nextInt(8) == 0 ? 3_000 : 100).strip();
    out.text = text(random);
    out.html = random.nextBoolean() ? null : "<p>" + text(random).replace("<", "&lt;") + "</p>";
    for (int i = random.nextInt(4); i > 0; i--) {
      byte[] content = new byte[random.nextInt(300)];
      random.nextBytes(content);
      String type = List.of("text/plain", "image/png", "application/pdf").get(random.nextInt(3));
      String id = random.nextBoolean() ? null : "id" + i + "@x";
      // An inline text would be read as part of the message's own text.
      String disposition =
          type.equals("text/plain") || random.nextBoolean() ? "attachment" : "inline";
      out.attachments.add(
          new OutgoingAttachment("n" + line(random, 200) + ".x", type, disposition, id, content));
    }
    out.messageId = "<" + Long.toHexString(random.nextLong()) + "." + round + "@agents.test>";
    out.date = Instant.ofEpochSecond(random.nextInt(Integer.MAX_VALUE));
    for (int i = random.nextInt(20); i > 0; i--) {
      out.references.add("<" + Long.toHexString(random.nextLong()) + "@example.com>");
      out.inReplyTo = out.references.get(0);
    }
    out.extraHeaders.put("X-Service-Client-Ref", line(random, 200));
    return out.message();
  }

  private static void addresses(Random random, List<MailAddress> list, int count) {
    for (int i = 0; i < count; i++) {
      list.add(address(random));
    }
  }

  private static MailAddress address(Random random) {
    String local = "u" + Integer.toString(random.nextInt(1 << 20), 36);
    String name = random.nextInt(3) == 0 ? null : line(random, 90).strip();
    return new MailAddress(name, local + "@example.com");
  }

  /** One line without control characters. */
  private static String line(Random random, int limit) {
    StringBuilder line = new StringBuilder();
    int mode = random.nextInt(4);
    for (int i = random.nextInt(limit); i > 0; i--) {
      int bound = mode == 0 ? 62 : mode == 1 ? 100 : ALPHABET.length();
      line.append(ALPHABET.charAt(random.nextInt(Math.min(bound, ALPHABET.length()))));
      if (mode == 3 && random.nextInt(9) == 0) {
        line.appendCodePoint(0x1F600 + random.nextInt(50));
      }
    }
    return line.toString();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(line(random, random.nextInt(10) == 0 ? 2_500 : 120));
      text.append(
          List.of("\n", "\r\n", "\n.\n", "\nFrom x\n", " \n", "\n--\n", "=\n")
              .get(random.nextInt(7)));
    }
    return text.toString();
  }

  private static @Nullable String ended(@Nullable String text) {
    if (text == null) {
      return null;
    }
    String lines = text.replace("\r\n", "\n").replace('\r', '\n');
    return lines.endsWith("\n") ? lines : lines + "\n";
  }

  private static List<String> shown(List<MailAddress> addresses) {
    return addresses.stream().map(MimeWriterFuzzTest::shown).toList();
  }

  /** Readers collapse white space in a name. */
  private static String shown(MailAddress address) {
    String name = address.name() == null ? "" : address.name();
    return collapse(name) + "|" + address.address();
  }

  private static String collapse(String name) {
    return name.replaceAll("[\\s\u00a0]+", " ").strip();
  }

  private static List<String> angus(Address @Nullable [] addresses) throws IOException {
    List<String> shown = new ArrayList<>();
    for (Address address : addresses == null ? new Address[0] : addresses) {
      InternetAddress internet = (InternetAddress) address;
      String name =
          internet.getPersonal() == null ? "" : MimeUtility.decodeText(internet.getPersonal());
      shown.add(collapse(name) + "|" + internet.getAddress());
    }
    return shown;
  }
}
