package dev.agentmailbox.store.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BoundedKeyTest {
  @Test
  void short_text_is_its_own_key() {
    assertEquals("<id@example.test>", BoundedKey.of("<id@example.test>"));
    assertEquals("ab", BoundedKey.of("a\0b"));
  }

  @Test
  void long_text_has_a_short_key_of_its_own() {
    String one = "x".repeat(5_000_000);
    assertTrue(BoundedKey.of(one).length() <= BoundedKey.MAX_CHARACTERS);
    assertEquals(BoundedKey.of(one), BoundedKey.of(one));
    assertNotEquals(BoundedKey.of(one), BoundedKey.of(one + "y"));
  }

  @Test
  void text_that_looks_like_a_hash_cannot_stand_for_another() {
    String hashed = BoundedKey.of("x".repeat(300));
    assertNotEquals(hashed, BoundedKey.of(hashed));
  }
}
