package dev.agentmailbox.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeySecretTest {
  private final SecureRandom random = new SecureRandom();

  // spec Identifiers.11
  @Test
  void a_generated_key_has_a_prefix_and_256_bits_of_secret() {
    KeySecret key = KeySecret.generate(random);
    assertTrue(key.reveal().matches("sk_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}"));
    assertEquals(8, key.prefix().length());
    assertEquals(43, key.secretLength());
    assertTrue(key.reveal().startsWith("sk_" + key.prefix() + "_"));
  }

  @Test
  void generated_keys_are_all_different() {
    Set<String> keys = new HashSet<>();
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      KeySecret key = KeySecret.generate(random);
      keys.add(key.reveal());
      hashes.add(key.hash());
    }
    assertEquals(1_000, keys.size());
    assertEquals(1_000, hashes.size());
  }

  @Test
  void a_key_read_from_its_text_is_the_same_key() {
    KeySecret made = KeySecret.generate(random);
    KeySecret parsed = KeySecret.parse(made.reveal()).orElseThrow();
    assertEquals(made.prefix(), parsed.prefix());
    assertEquals(made.hash(), parsed.hash());
    assertTrue(parsed.matches(made.hash()));
  }

  @Test
  void the_hash_is_sha_256_of_the_whole_key_in_lower_case_hexadecimal() {
    KeySecret key = KeySecret.parse("sk_abc_secret").orElseThrow();
    // printf sk_abc_secret | sha256sum
    assertEquals(HASH_OF_SK_ABC_SECRET, key.hash());
    assertTrue(key.matches(key.hash()));
    assertFalse(key.matches(key.hash().substring(1)));
    assertFalse(key.matches(""));
    assertFalse(KeySecret.parse("sk_abc_secreT").orElseThrow().matches(key.hash()));
  }

  private static final String HASH_OF_SK_ABC_SECRET =
      "9ea3b72ce619e15ec91dbad431fe2e2ca24a7833b72071c2bc5b38efd48cfc8d";

  @Test
  void text_that_has_not_the_shape_of_a_key_is_none() {
    String tooLong = "sk_abc_" + "x".repeat(201);
    for (String text :
        List.of(
            "",
            "sk_",
            "sk_abc",
            "sk_abc_",
            "sk__secret",
            "pk_abc_secret",
            " sk_abc_secret",
            "sk_abc_secret ",
            "sk_abc_sec ret",
            "sk_abc_sécret",
            "sk_abc_secret\n",
            tooLong)) {
      assertEquals(Optional.empty(), KeySecret.parse(text).map(KeySecret::prefix), text);
    }
  }

  @Test
  void a_secret_may_have_underscores_of_its_own() {
    KeySecret key = KeySecret.parse("sk_abc_with_more-parts").orElseThrow();
    assertEquals("abc", key.prefix());
    assertEquals("with_more-parts".length(), key.secretLength());
  }

  @Test
  void its_text_says_nothing() {
    KeySecret key = KeySecret.generate(random);
    assertEquals("KeySecret[…]", key.toString());
  }
}
