package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.Cpu;
import dev.agentmailbox.mime.reply.ReplyText;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.Outgoing;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("compares processor time")
class MimeReaderHostileTest {
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);
  private static final int MEGABYTE = 1024 * 1024;

  private final MimeReader reader = new MimeReader();

  @Test
  void ten_thousand_nested_multiparts_end_in_a_second_with_the_headers() {
    StringBuilder message = new StringBuilder("Subject: deep\r\n");
    for (int i = 0; i < 10_000; i++) {
      message.append("Content-Type: multipart/mixed; boundary=b").append(i).append("\r\n\r\n");
      message.append("--b").append(i).append("\r\n");
    }
    ParsedMessage parsed = quickly(message.toString());
    assertEquals("deep", parsed.headers().subject());
    assertEquals(Set.of(MimeDefect.TOO_COMPLEX), parsed.defects());
    assertNull(parsed.text());
    assertTrue(parsed.attachments().isEmpty());
  }

  @Test
  void thirty_levels_and_a_thousand_parts_are_read_and_one_more_is_not() {
    assertEquals("x\n", nested(30).text());
    assertTrue(nested(31).defects().contains(MimeDefect.TOO_COMPLEX));
    assertEquals(999, parts(1_000).attachments().size());
    assertTrue(parts(1_001).defects().contains(MimeDefect.TOO_COMPLEX));
    assertTrue(parts(100_000).defects().contains(MimeDefect.TOO_COMPLEX));
  }

  @Test
  void two_hundred_thousand_encoded_words_end_in_a_second() {
    String words = "=?utf-8?q?a?= ".repeat(200_000);
    ParsedMessage parsed = quickly("Subject: s\r\nX-Long: " + words + "\r\nTo: a@b.c\r\n\r\nx");
    assertEquals("s", parsed.headers().subject());
    assertTrue(parsed.defects().contains(MimeDefect.TOO_COMPLEX));
    String folded = "=?utf-8?q?a?=\r\n ".repeat(4_000);
    assertEquals(
        "a".repeat(4_000), quickly("Subject: " + folded + "\r\n\r\nx").headers().subject());
  }

  @Test
  void header_limits_keep_what_came_before() {
    String field = "X-Filler: " + "f".repeat(60_000) + "\r\n";
    ParsedMessage many = quickly("Subject: s\r\n" + field.repeat(5) + "To: a@b.c\r\n\r\nbody");
    assertEquals("s", many.headers().subject());
    assertTrue(many.defects().contains(MimeDefect.TOO_COMPLEX));
    assertNull(many.text());
    ParsedMessage tiny = quickly("Subject: s\r\n" + "a:\r\n".repeat(50_000) + "\r\nbody");
    assertEquals("s", tiny.headers().subject());
    assertTrue(tiny.defects().contains(MimeDefect.TOO_COMPLEX));
    ParsedMessage folds = quickly("Subject: s\r\nX: y" + "\r\n z".repeat(100_000) + "\r\n\r\nbody");
    assertTrue(folds.defects().contains(MimeDefect.TOO_COMPLEX));
  }

  @Test
  void odd_fields_end_in_a_second() {
    for (String value :
        List.of(
            "(".repeat(60_000),
            "\"".repeat(60_000),
            "<".repeat(60_000),
            ",".repeat(60_000),
            "a@b,".repeat(15_000),
            "(a)".repeat(20_000),
            "=?".repeat(30_000),
            "=?a?q?".repeat(10_000),
            "=?utf-8?b?".repeat(6_000) + "?=",
            ";a=b".repeat(15_000),
            ";a*0=b".repeat(10_000),
            "; filename*=''" + "%41".repeat(20_000),
            ":".repeat(60_000),
            "\\".repeat(60_000))) {
      for (String name :
          List.of("From", "Subject", "References", "Message-ID", "Date", "Content-Type")) {
        quickly(name + ": " + value + "\r\n\r\nbody");
      }
      quickly("Content-Disposition: attachment" + value + "\r\n\r\nbody");
      quickly("Content-Type: multipart/mixed; boundary=" + value + "\r\n\r\n--" + value + "\r\n");
    }
  }

  @Test
  void odd_texts_end_in_a_second() {
    String flowed = "Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n";
    String html = "Content-Type: text/html\r\n\r\n";
    for (String body :
        List.of(
            "a \r\n".repeat(300_000),
            "> \r\n>> \r\n".repeat(100_000),
            ">".repeat(1_000_000),
            " ".repeat(1_000_000),
            "-- \r\n".repeat(200_000))) {
      String text = String.valueOf(quickly(flowed + body).text());
      assertTrue(text.length() <= MEGABYTE, "characters " + text.length());
    }
    for (String body :
        List.of(
            "<!--".repeat(10_000) + "\u00e9",
            "<meta ".repeat(10_000) + "\u00e9",
            "<meta charset".repeat(10_000) + "\u00e9",
            "<meta " + "charset ".repeat(10_000) + "\u00e9",
            "<meta charset=" + "x".repeat(100_000) + ">\u00e9")) {
      quickly(html + body);
    }
    for (String body :
        List.of("+".repeat(1_000_000), "+AGE".repeat(250_000), "+A ".repeat(300_000))) {
      String type = "Content-Type: text/plain; charset=utf-7\r\n";
      quickly(type + "Subject: =?utf-7?Q?" + body.substring(0, 60_000) + "?=\r\n\r\n" + body);
    }
    quickly("\r\n" + "\u00c3\u00a9\u00ff".repeat(300_000));
  }

  @Test
  void octets_and_ids_of_any_number_end_in_a_second() {
    for (String value :
        List.of(
            "=?utf-8?q?\u00ff".repeat(6_000),
            "*=\u00ff".repeat(20_000),
            "=?\u00ff".repeat(20_000),
            "<a@b>".repeat(12_000),
            "(\"<".repeat(20_000),
            "a@b ".repeat(15_000),
            "<".repeat(30_000) + ">".repeat(30_000))) {
      for (String name : List.of("Subject", "In-Reply-To", "References", "Content-Disposition")) {
        ParsedMessage parsed = quickly(name + ": " + value + "\r\n\r\nx");
        assertTrue(parsed.ancestors().size() <= 2 * MimeReader.MAX_REFERENCES);
      }
    }
  }

  @Test
  void text_and_html_are_capped_at_a_mebibyte_between_characters() {
    ParsedMessage text =
        quickly("Content-Type: text/plain; charset=utf-8\r\n\r\n" + "€".repeat(900_000));
    int bytes = String.valueOf(text.text()).getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes <= MEGABYTE && bytes > MEGABYTE - 4, "bytes " + bytes);
    assertFalse(String.valueOf(text.text()).contains("\uFFFD"));
    assertEquals(Set.of(MimeDefect.TEXT_TRUNCATED), text.defects());
    ParsedMessage html =
        read(
            "Content-Type: text/html; charset=iso-8859-1\r\n\r\n"
                + "<p>\u00e9 and some more words than a few".repeat(50_000));
    int size = String.valueOf(html.html()).getBytes(StandardCharsets.UTF_8).length;
    assertTrue(size <= MEGABYTE, "bytes " + size);
    assertTrue(html.text() != null && html.text().length() <= MEGABYTE);
    assertEquals(Set.of(MimeDefect.TEXT_TRUNCATED), html.defects());
  }

  @Test
  void hostile_transfer_encodings_end() {
    for (String body :
        List.of(
            "=".repeat(3_000_000),
            "=\r\n".repeat(1_000_000),
            " ".repeat(3_000_000) + "x",
            "A".repeat(3_000_001),
            "begin 644 x\r\n" + "M".repeat(3_000_000),
            "\r\n".repeat(1_000_000))) {
      for (String encoding : List.of("base64", "quoted-printable", "x-uuencode", "7bit")) {
        quickly("Content-Type: a/b\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + body);
      }
    }
  }

  @Test
  void boundaries_that_share_everything_but_the_end_cost_linear_time() {
    StringBuilder message = new StringBuilder();
    String stem = "b".repeat(900);
    for (int i = 0; i < 29; i++) {
      message.append("Content-Type: multipart/mixed; boundary=\"").append(stem).append(i);
      message.append("\"\r\n\r\n--").append(stem).append(i).append("\r\n");
    }
    message.append("\r\n").append(("--" + stem + "x\r\n").repeat(5_000));
    quickly(message.toString());
  }

  @Test
  void the_time_budget_ends_a_message_with_its_headers() {
    AtomicLong clock = new AtomicLong();
    MimeReader slow = new MimeReader(Duration.ofSeconds(10), () -> clock.addAndGet(6_000_000_000L));
    ParsedMessage parsed =
        slow.read(RawMessage.of(bytes("Subject: s\r\n\r\n" + "x\r\n".repeat(10_000))));
    assertEquals("s", parsed.headers().subject());
    assertTrue(parsed.defects().contains(MimeDefect.TOO_SLOW));
  }

  @Test
  void random_damage_to_a_message_never_throws() throws IOException {
    long seed = System.nanoTime();
    System.err.println("damage seed " + seed);
    Random random = new Random(seed);
    Outgoing out = new Outgoing();
    out.html = "<p>Hällo</p>";
    out.attachments.add(
        new OutgoingAttachment("ä.bin", "a/b", "inline", "id", new byte[] {1, 2, 3}));
    out.attachments.add(new OutgoingAttachment("b.txt", "text/plain", null, null, new byte[99]));
    byte[] whole = new MimeWriter(out.message()).compose();
    for (int round = 0; round < 3_000; round++) {
      byte[] damaged = whole.clone();
      for (int i = random.nextInt(12); i >= 0; i--) {
        int at = random.nextInt(damaged.length);
        damaged[at] = (byte) "\r\n:;=\"<>-? \0()\\x".charAt(random.nextInt(16));
      }
      RawMessage raw = RawMessage.of(Arrays.copyOf(damaged, damaged.length - random.nextInt(40)));
      ParsedMessage parsed = reader.read(raw);
      for (ParsedAttachment attachment : parsed.attachments()) {
        try (InputStream in = reader.openPart(raw, attachment.partPath())) {
          assertEquals(attachment.size(), in.transferTo(OutputStream.nullOutputStream()));
        }
      }
      ReplyText.preview(parsed.text());
      parsed.headerMap();
    }
  }

  @Test
  void random_bytes_never_throw() {
    long seed = System.nanoTime();
    System.err.println("bytes seed " + seed);
    Random random = new Random(seed);
    String alphabet = "\r\n\r\n:: \t-=?;\"ab@<>()multipart/mixed;boundary=b--Content-Type\0\u00ff";
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = new byte[random.nextInt(600)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      }
      ReplyText.preview(reader.read(RawMessage.of(bytes)).text());
    }
  }

  @Test
  void a_message_of_25_mebibytes_in_a_file_is_never_held(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("large.eml");
    String line =
        "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU2Nzg5QUJDREVGR0hJSktMTU5PUFFSU1RVVldY\r\n";
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(
          bytes("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\n"));
      out.write(bytes("Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n"));
      byte[] lines = bytes(line.repeat(1_000));
      for (int size = 0; size < 25 * MEGABYTE; size += lines.length) {
        out.write(lines);
      }
      out.write(bytes("--b--\r\n"));
    }
    RawMessage raw = RawMessage.in(file);
    reader.read(raw);
    long before = allocated();
    ParsedMessage parsed = reader.read(raw);
    long used = allocated() - before;
    System.err.println("reading " + raw.size() + " bytes allocated " + used);
    assertEquals("text", parsed.text());
    assertTrue(parsed.attachments().get(0).size() > 18 * MEGABYTE);
    assertTrue(used < 4 * MEGABYTE, "allocated " + used);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private ParsedMessage nested(int depth) {
    StringBuilder message = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      message.append("Content-Type: multipart/mixed; boundary=b").append(i);
      message.append("\r\n\r\n--b").append(i).append("\r\n");
    }
    return quickly(message + "\r\nx\r\n");
  }

  private ParsedMessage parts(int count) {
    String header = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n";
    return quickly(
        header + "--b\r\nContent-Type: a/b\r\n\r\nx\r\n".repeat(count - 1) + "--b--\r\n");
  }

  private ParsedMessage quickly(String message) {
    RawMessage raw = RawMessage.of(bytes(message));
    return Cpu.within(ONE_SECOND, () -> reader.read(raw));
  }

  private ParsedMessage read(String message) {
    return reader.read(RawMessage.of(bytes(message)));
  }

  private static byte[] bytes(String text) {
    return text.chars().allMatch(c -> c < 256)
        ? text.getBytes(StandardCharsets.ISO_8859_1)
        : text.getBytes(StandardCharsets.UTF_8);
  }
}
