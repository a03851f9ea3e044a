package dev.agentmailbox.store.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HashedKeyTest {
  @Test
  void short_text_is_its_own_key() {
    assertEquals("<id@example.test>", HashedKey.of("<id@example.test>"));
    assertEquals("ab", HashedKey.of("a\0b"));
  }

  @Test
  void long_text_has_a_short_key_of_its_own() {
    String one = "x".repeat(5_000_000);
    assertTrue(HashedKey.of(one).length() <= HashedKey.MAX_CHARACTERS);
    assertEquals(HashedKey.of(one), HashedKey.of(one));
    assertNotEquals(HashedKey.of(one), HashedKey.of(one + "y"));
  }

  @Test
  void text_that_looks_like_a_hash_cannot_stand_for_another() {
    String hashed = HashedKey.of("x".repeat(300));
    assertNotEquals(hashed, HashedKey.of(hashed));
  }
}
