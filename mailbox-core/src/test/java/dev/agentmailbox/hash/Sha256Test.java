package dev.agentmailbox.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {
  /** FIPS 180-2 appendix B.1. */
  private static final String OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void a_text_and_its_bytes_have_one_hash() {
    assertEquals(OF_ABC, Sha256.hex("abc"));
    assertEquals(OF_ABC, Sha256.hex("abc".getBytes(UTF_8)));
    assertArrayEquals(HexFormat.of().parseHex(OF_ABC), Sha256.of("abc"));
  }

  @Test
  void a_stream_is_hashed_to_its_end() throws IOException {
    MessageDigest digest = Sha256.digest();
    digest.update((byte) 'a');
    assertEquals(2, Sha256.update(digest, new ByteArrayInputStream("bc".getBytes(UTF_8))));
    assertEquals(OF_ABC, Sha256.hex(digest));
  }

  @Test
  void only_64_lower_case_hexadecimal_characters_are_a_hash() {
    assertTrue(Sha256.isHex("0a".repeat(32)));
    assertFalse(Sha256.isHex("0a".repeat(31) + "0"));
    assertFalse(Sha256.isHex("0a".repeat(32) + "0"));
    assertFalse(Sha256.isHex("0A".repeat(32)));
  }
}
