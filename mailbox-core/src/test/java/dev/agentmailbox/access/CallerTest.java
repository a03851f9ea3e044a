package dev.agentmailbox.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Scope SCOPE = Scope.pod("org_a", "pod_p");

  @Test
  void a_key_may_what_its_permissions_name() {
    Caller caller = new Caller.Key(key(null, null), true);
    assertTrue(caller.may(Permission.INBOX_READ));
    assertFalse(caller.may(Permission.INBOX_DELETE));
    assertFalse(caller.isHuman());
    assertEquals(SCOPE, caller.scope());
    assertEquals("key_1", caller.id());
  }

  @Test
  void a_key_of_an_unclaimed_inbox_may_nothing() {
    Caller caller = new Caller.Key(key(null, null), false);
    for (Permission permission : Permission.values()) {
      assertFalse(caller.may(permission));
    }
  }

  @Test
  void a_human_is_a_human_and_may_what_the_role_allows() {
    Caller caller =
        new Caller.Human(
            "usr_1", SCOPE, Role.APPROVER, Set.of(Permission.MESSAGE_READ), true, false);
    assertTrue(caller.isHuman());
    assertTrue(caller.may(Permission.MESSAGE_READ));
    assertFalse(caller.may(Permission.MESSAGE_SEND));
    assertEquals("usr_1", caller.id());
  }

  @Test
  void the_embedding_process_may_everything_but_is_no_human() {
    Caller caller = new Caller.Embedder(Scope.organization("org_a"));
    assertTrue(EnumSet.allOf(Permission.class).stream().allMatch(caller::may));
    assertFalse(caller.isHuman());
    assertEquals("embedder", caller.id());
  }

  @Test
  void a_key_is_live_until_it_expires_or_is_revoked() {
    assertTrue(key(null, null).isLive(NOW));
    assertTrue(key(NOW.plusMillis(1), null).isLive(NOW));
    assertFalse(key(NOW, null).isLive(NOW), "at its expiry it is over");
    assertFalse(key(NOW.minusMillis(1), null).isLive(NOW));
    assertFalse(key(null, NOW.minusMillis(1)).isLive(NOW));
    assertFalse(key(NOW.plusMillis(1), NOW).isLive(NOW));
    assertEquals(Optional.of(NOW), key(NOW, null).expiry());
  }

  @Test
  void a_key_says_nothing_of_its_hash() {
    assertEquals("ApiKey[key_1]", key(null, null).toString());
  }

  @Test
  void permissions_are_known_by_their_wire_names_only() {
    for (Permission permission : Permission.values()) {
      assertEquals(Optional.of(permission), Permission.named(permission.wireName()));
    }
    assertEquals("label_spam_read", Permission.LABEL_SPAM_READ.wireName());
    assertEquals(Optional.empty(), Permission.named("INBOX_READ"));
    assertEquals(Optional.empty(), Permission.named("everything"));
  }

  private static ApiKey key(@Nullable Instant expiresAt, @Nullable Instant revokedAt) {
    return new ApiKey(
        "key_1",
        "prefix",
        "0".repeat(64),
        "Name",
        SCOPE,
        Set.of(Permission.INBOX_READ),
        false,
        new ApiKey.Life(NOW, NOW, null, expiresAt, revokedAt));
  }
}
