package dev.agentmailbox.mime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.angus.mail.util.UUDecoderStream;
import org.junit.jupiter.api.Test;

/**
 * The mails for which classes of our own stand where Jakarta Mail and Angus Mail have some too
 * (decision 4). When one of these fails after an upgrade, such a class may go.
 */
class JakartaMailLimitsTest {
  /** A line of 63 bytes, which is the longest its first character can say, and two short begins. */
  @Test
  void uuencoded_lines_break_its_decoder_and_not_ours() throws IOException {
    String longLine = "begin 644 a\n_" + "!".repeat(84) + "\n`\nend\n";
    assertThrows(RuntimeException.class, () -> uudecoded(longLine));
    assertEquals(63, sizeOfAttachment(longLine));
    for (String begin : List.of("begin\n", "begin 6\n")) {
      String message = begin + "#86)C\n`\nend\n";
      assertThrows(RuntimeException.class, () -> uudecoded(message));
    }
    // Mail programs drop the blanks at the end of a line, which stand for zeros.
    String stripped = "begin 644 a\n#86\n`\nend\n";
    assertEquals(0, uudecoded(stripped));
    assertEquals(3, sizeOfAttachment(stripped));
  }

  private static int uudecoded(String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    return new UUDecoderStream(new ByteArrayInputStream(bytes), true, true).readAllBytes().length;
  }

  private static long sizeOfAttachment(String body) {
    String mail = "Content-Type: a/b\nContent-Transfer-Encoding: x-uuencode\n\n" + body;
    byte[] bytes = mail.getBytes(StandardCharsets.US_ASCII);
    ParsedMessage message = new MimeReader().read(RawMessage.of(bytes));
    return message.attachments().get(0).size();
  }

  @Test
  void a_subject_that_looks_encoded_is_not_encoded() throws IOException {
    String literal = "how to write =?utf-8?q?caf=C3=A9?=";
    String written = MimeUtility.encodeText(literal, "UTF-8", "B");
    assertEquals("how to write café", MimeUtility.decodeText(written));
    InternetAddress named = new InternetAddress("a@b.example", "=?utf-8?q?a?=", "UTF-8");
    assertTrue(named.toString().contains("=?utf-8?q?a?="));
  }

  @Test
  void a_long_word_is_a_line_that_no_relay_accepts() throws IOException {
    String word = "w".repeat(2_000);
    assertEquals(word, MimeUtility.fold(9, MimeUtility.encodeText(word, "UTF-8", "B")));
  }

  @Test
  void a_long_name_is_a_line_of_any_length() throws IOException {
    String name = "é".repeat(1_000);
    String written = new InternetAddress("a@b.example", name, "UTF-8").toString();
    assertTrue(written.lines().anyMatch(line -> line.length() > 998));
  }
}
