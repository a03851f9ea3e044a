package dev.agentmailbox.server.dkim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DkimSignerTest {
  private static final Instant AT = Instant.parse("2026-05-01T12:00:00Z");
  private static final List<String> BOTH_PASS = List.of("pass", "pass");
  private static final String HEADER =
      String.join(
          "\r\n",
          "Date: Fri, 1 May 2026 12:00:00 +0000",
          "From: =?UTF-8?Q?J=C3=BCrgen?= via mailbox",
          " <agent@agents.test>",
          "To: Bob <bob@example.com>",
          "Message-ID: <1@agents.test>",
          "Subject: A long subject that is folded somewhere ",
          "\tbefore it ends",
          "MIME-Version: 1.0",
          "Content-Type: text/plain; charset=utf-8",
          "Auto-Submitted: auto-generated",
          "");

  @TempDir static Path directory;
  private static List<DkimKey> keys;
  private static DkimSigner signer;
  private static TestVerifier verifier;

  @BeforeAll
  static void makeKeys() throws IOException {
    keys = new DkimKeys(directory, "s1").loadOrMake();
    signer = new DkimSigner(keys, List.of("agents.test", "other.test"));
    verifier = new TestVerifier();
    for (DkimKey key : keys) {
      verifier.publish(key.selector(), "agents.test", key.record());
    }
  }

  private static String signed(String message) throws IOException {
    RawMessage raw = RawMessage.of(message.getBytes(StandardCharsets.ISO_8859_1));
    byte[] lines = signer.signatures(raw, AT).orElseThrow();
    return new String(lines, StandardCharsets.US_ASCII) + message;
  }

  private static List<String> verify(String message) throws Exception {
    return verifier.verify(message.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void a_mail_gets_one_signature_for_each_key_and_both_pass() throws Exception {
    String signed = signed(HEADER + "\r\nHello\r\n");
    assertEquals(BOTH_PASS, verify(signed));
    assertTrue(
        signed.contains("a=rsa-sha256; c=relaxed/relaxed;\r\n\td=agents.test; s=s1;"), signed);
    assertTrue(
        signed.contains("a=ed25519-sha256; c=relaxed/relaxed;\r\n\td=agents.test; s=s1-ed25519;"));
    assertTrue(signed.contains("t=" + AT.getEpochSecond() + ";"));
    assertFalse(signed.contains("; l="), "the whole body is signed");
    for (String line : signed.split("\r\n", -1)) {
      assertTrue(line.length() <= 78, line);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n",
        "\r\n\r\n\r\n",
        " \t\r\n",
        "no final line end",
        "blank at the end ",
        "blank at the end \r\n",
        "a\r\n\r\n\r\n",
        "a\r\n \r\n\t\r\n",
        "a  b\t\tc \t d\r\n",
        " indented\r\n\t twice\r\n",
        "\r\n\r\nbehind empty lines\r\n",
        "gr\u00fc\u00dfe \u00e4\u0080\u00ff\r\n",
        ".\r\n..\r\n.dots\r\n",
        "a\rb\r\r\nc\r\n",
        "ends in a return\r",
        "From: not a field\r\n"
      })
  void odd_bodies_are_signed_as_a_verifier_reads_them(String body) throws Exception {
    assertEquals(BOTH_PASS, verify(signed(HEADER + "\r\n" + body)));
  }

  @Test
  void a_header_without_a_body_is_signed() throws Exception {
    assertEquals(BOTH_PASS, verify(signed(HEADER)));
  }

  @Test
  void three_hundred_random_messages_pass_in_pieces_of_any_size() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String alphabet = "ab \t\r\n.\u00e9:";
    for (int i = 0; i < 300; i++) {
      StringBuilder body = new StringBuilder();
      for (int n = random.nextInt(200); n > 0; n--) {
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        body.append(c == '\n' || c == '\r' ? "\r\n" : String.valueOf(c));
      }
      String header = HEADER.replace("somewhere ", " ".repeat(1 + random.nextInt(3)) + "\r\n ");
      assertEquals(BOTH_PASS, verify(signed(header + "\r\n" + body)), "seed " + seed);
    }
  }

  @Test
  void a_large_body_is_signed_across_buffers() throws Exception {
    String body = "0123456789 abcdef \t ghi\r\n".repeat(20_000);
    assertEquals(BOTH_PASS, verify(signed(HEADER + "\r\n" + body)));
  }

  @Test
  void what_relays_change_on_the_way_does_no_harm() throws Exception {
    String signed = signed(HEADER + "\r\nHello  you\r\n");
    String travelled =
        "Received: from a\r\n by b\r\n"
            + signed
                .replace("somewhere \r\n\tbefore", "somewhere before")
                .replace("Hello  you\r\n", "Hello you \r\n\r\n");
    assertEquals(BOTH_PASS, verify(travelled));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "From: Mallory <m@evil.test>",
        "Subject: another",
        "To: x@evil.test",
        "Cc: x@evil.test",
        "Reply-To: x@evil.test",
        "Date: Sat, 2 May 2026 12:00:00 +0000",
        "Content-Type: text/html",
        "Content-Transfer-Encoding: base64"
      })
  void a_field_that_is_added_breaks_the_signatures(String field) throws Exception {
    String signed = signed(HEADER + "\r\nHello\r\n");
    assertEquals(List.of("signature", "signature"), verify(field + "\r\n" + signed));
    assertEquals(
        List.of("signature", "signature"), verify(signed.replace("Date:", field + "\r\nDate:")));
  }

  @Test
  void what_is_changed_or_taken_away_breaks_them() throws Exception {
    String signed = signed(HEADER + "\r\nHello\r\n");
    assertEquals(List.of("body", "body"), verify(signed.replace("Hello\r\n", "Hell\r\n")));
    assertEquals(
        List.of("signature", "signature"),
        verify(signed.replace("Auto-Submitted: auto-generated\r\n", "")));
  }

  @Test
  void a_message_without_one_from_of_ours_is_left_unsigned() throws Exception {
    List<String> strange = new ArrayList<>();
    strange.add("Subject: x\r\n\r\nHello\r\n");
    strange.add("From: a@evil.test\r\n\r\nHello\r\n");
    strange.add("From: a@sub.agents.test\r\n\r\nHello\r\n");
    strange.add("From: a@agents.test\r\nFrom: b@agents.test\r\n\r\nHello\r\n");
    strange.add("From: \"a@agents.test\" <b@evil.test>\r\n\r\nHello\r\n");
    strange.add("");
    strange.add("\r\n");
    for (String message : strange) {
      RawMessage raw = RawMessage.of(message.getBytes(StandardCharsets.ISO_8859_1));
      assertEquals(Optional.empty(), signer.signatures(raw, AT), message);
    }
  }

  @Test
  void the_domain_is_that_of_from_whatever_its_case() throws Exception {
    String signed = signed("From: <a@Other.TEST>\r\n\r\nHello\r\n");
    assertTrue(signed.contains("d=other.test;"), signed);
  }
}
