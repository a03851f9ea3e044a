package dev.agentmailbox.list;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.port.StoreFixtures;
import org.junit.jupiter.api.Test;

class ListEntryTest {
  @Test
  void an_entry_is_an_address_or_a_domain() {
    assertEquals(true, entry("user@example.com").isAddress());
    assertEquals(false, entry("example.com").isAddress());
    assertEquals(false, entry(".example.com").isAddress());
  }

  private static ListEntry entry(String text) {
    return StoreFixtures.listEntry(
        StoreFixtures.ONE, ListEntry.Direction.SEND, ListEntry.Type.BLOCK, text);
  }
}
