package dev.agentmailbox.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class VaultTest {
  private final Vault vault = new Vault(new byte[Vault.KEY_BYTES]);

  @Test
  void a_sealed_text_opens_for_its_owner_only() {
    String stored = vault.seal("a secret \u00e4", "row 1");
    assertEquals("a secret \u00e4", vault.open(stored, "row 1"));
    assertThrows(IllegalStateException.class, () -> vault.open(stored, "row 2"));
    assertThrows(IllegalStateException.class, () -> Vault.ofThisProcess().open(stored, "row 1"));
  }

  @Test
  void the_same_text_is_never_sealed_the_same_way() {
    assertNotEquals(vault.seal("a", "row"), vault.seal("a", "row"));
    assertFalse(vault.toString().contains("AA"));
  }

  @Test
  void a_changed_text_does_not_open() {
    String stored = vault.seal("a", "row");
    String changed = (stored.startsWith("AQ") ? "AQA" : "B") + stored.substring(3);
    assertThrows(IllegalStateException.class, () -> vault.open(changed + "AAAA", "row"));
  }
}
