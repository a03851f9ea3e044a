package dev.agentmailbox.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RawMessageTest {
  @Test
  void header_lines_in_front_belong_to_size_and_bytes_and_the_message_stays_as_it_was()
      throws IOException {
    RawMessage stored = RawMessage.of(bytes("Subject: x\r\n\r\nhello\r\n"));
    RawMessage sent = stored.withHeader(bytes("X-First: 1\r\n"));
    assertEquals("X-First: 1\r\nSubject: x\r\n\r\nhello\r\n", text(sent));
    assertEquals("X-First: 1\r\nSubject: x\r\n\r\nhello\r\n", text(sent), "read again");
    assertEquals(text(sent).length(), sent.size());
    assertEquals("Subject: x\r\n\r\nhello\r\n", text(stored));
    assertEquals("RawMessage[33 bytes]", sent.toString());
  }

  private static String text(RawMessage message) throws IOException {
    try (InputStream in = message.open()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
