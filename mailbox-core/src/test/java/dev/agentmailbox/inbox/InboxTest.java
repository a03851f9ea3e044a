package dev.agentmailbox.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.port.StoreFixtures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InboxTest {
  @Test
  void only_an_active_claimed_inbox_receives() {
    assertEquals(true, inbox(InboxStatus.ACTIVE, true, Map.of()).receives());
    assertEquals(false, inbox(InboxStatus.ACTIVE, false, Map.of()).receives());
    assertEquals(false, inbox(InboxStatus.PAUSED, true, Map.of()).receives());
    assertEquals(false, inbox(InboxStatus.PAUSED, false, Map.of()).receives());
  }

  @Test
  void an_inbox_knows_its_scope_and_domain() {
    Inbox inbox = inbox(InboxStatus.ACTIVE, true, Map.of());
    assertEquals(StoreFixtures.ONE, inbox.scope());
    assertEquals("agents.test", inbox.domain());
  }

  @Test
  void metadata_keeps_its_order_and_nulls_and_cannot_be_changed() {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("z", 1);
    metadata.put("a", null);
    Inbox inbox = inbox(InboxStatus.ACTIVE, true, metadata);
    metadata.clear();

    assertEquals(List.of("z", "a"), List.copyOf(inbox.metadata().keySet()));
    assertThrows(UnsupportedOperationException.class, () -> inbox.metadata().remove("z"));
  }

  private static Inbox inbox(InboxStatus status, boolean claimed, Map<String, Object> metadata) {
    return new Inbox(
        Scope.inbox("org_a", "pod_p", "one@agents.test"),
        new Inbox.Profile(null, null, metadata),
        status,
        claimed,
        Policy.INHERIT,
        0,
        StoreFixtures.START,
        StoreFixtures.START);
  }
}
