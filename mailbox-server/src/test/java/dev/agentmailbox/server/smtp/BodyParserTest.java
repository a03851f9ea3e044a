package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BodyParserTest {
  private static final long LIMIT = 1000;

  private final ByteArrayOutputStream sink = new ByteArrayOutputStream();
  private final BodyParser parser = new BodyParser(sink, LIMIT);

  @Test
  void a_message_ends_at_a_dot_alone_on_a_line() {
    assertEquals(9, feed("text\r\n.\r\n"));
    assertEquals("text\r\n", written());
    assertFalse(parser.malformed());
  }

  @Test
  void what_follows_the_end_is_not_touched() {
    assertEquals(9, feed("text\r\n.\r\nMAIL FROM:<>\r\n"));
  }

  @Test
  void an_empty_message_ends_at_once() {
    assertEquals(3, feed(".\r\n"));
    assertEquals("", written());
  }

  @Test
  void dot_stuffing_is_taken_away() {
    feed("..\r\n...x\r\n.y\r\na.b\r\n.\r\n");
    assertEquals(".\r\n..x\r\ny\r\na.b\r\n", written());
    assertFalse(parser.malformed());
  }

  @ParameterizedTest
  @MethodSource("dev.agentmailbox.server.smtp.SmugglingForms#all")
  void no_smuggling_form_ends_a_message(String form) {
    assertEquals(BodyParser.NOT_ENDED, feed("text" + form + "MAIL FROM:<x@y>\r\n"));
    assertTrue(parser.malformed());
    assertTrue(feed("more\r\n.\r\n") > 0);
  }

  @Test
  void the_size_is_exact_and_without_dot_stuffing() {
    String line = "x".repeat(98) + "\r\n";
    feed("." + ".".repeat(98) + "\r\n" + line.repeat(9) + ".\r\n");
    assertEquals(LIMIT, parser.bytes());
    assertFalse(parser.tooLarge());
    assertEquals(LIMIT, sink.size());
  }

  @Test
  void one_byte_more_is_too_large_and_is_read_to_the_end() {
    String line = "x".repeat(98) + "\r\n";
    assertEquals(BodyParser.NOT_ENDED, feed(line.repeat(10)));
    assertTrue(feed("y\r\n.\r\n") > 0);
    assertTrue(parser.tooLarge());
  }

  @Test
  void a_failing_sink_does_not_stop_the_reading() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("disk full");
          }
        };
    BodyParser failing = new BodyParser(broken, LIMIT);
    byte[] bytes = "text\r\n.\r\n".getBytes(StandardCharsets.US_ASCII);
    assertEquals(bytes.length, failing.feed(bytes, bytes.length));
    assertNotNull(failing.sinkFailure());
  }

  /** The state machine against a plain reading of RFC 5321, over random bytes and random cuts. */
  @Test
  void agrees_with_the_plain_definition_however_the_bytes_are_cut() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      String text = randomText(random);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      BodyParser cut = new BodyParser(out, LIMIT);
      int end = BodyParser.NOT_ENDED;
      int from = 0;
      while (from < text.length() && end == BodyParser.NOT_ENDED) {
        int to = Math.min(text.length(), from + 1 + random.nextInt(5));
        byte[] piece = text.substring(from, to).getBytes(StandardCharsets.ISO_8859_1);
        int inPiece = cut.feed(piece, piece.length);
        end = inPiece == BodyParser.NOT_ENDED ? inPiece : from + inPiece;
        from = to;
      }
      compare(text, end, cut, out, "seed " + seed + " round " + round);
    }
  }

  private static String randomText(Random random) {
    String alphabet = "\r\n\r\n\r\n..a\0";
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(24);
    while (text.length() < length) {
      text.append(
          random.nextInt(3) == 0
              ? "\r\n"
              : String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))));
    }
    return text.toString();
  }

  private static void compare(
      String text, int end, BodyParser parser, ByteArrayOutputStream out, String round) {
    int marker = ("\r\n" + text).indexOf("\r\n.\r\n");
    assertEquals(marker < 0 ? BodyParser.NOT_ENDED : marker + 3, end, round);
    if (end == BodyParser.NOT_ENDED) {
      return;
    }
    String body = text.substring(0, marker);
    boolean bare = body.replace("\r\n", "").matches("(?s).*[\r\n\0].*");
    assertEquals(bare, parser.malformed(), round);
    if (!bare) {
      String plain = ("\r\n" + body).replace("\r\n.", "\r\n").substring(2);
      assertEquals(plain, out.toString(StandardCharsets.ISO_8859_1), round);
    }
  }

  private int feed(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return parser.feed(bytes, bytes.length);
  }

  private String written() {
    return sink.toString(StandardCharsets.ISO_8859_1);
  }
}
