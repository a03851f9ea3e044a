package dev.agentmailbox.port.access;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.POD_Q;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.apiKey;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link ApiKeyStore}. */
public interface ApiKeyStoreContract extends StoreContract {
  @Test
  default void a_key_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    ApiKey written =
        new ApiKey(
            "key_1",
            "abcd1234",
            "0f".repeat(32),
            "A näme",
            ONE,
            Set.of(Permission.MESSAGE_READ),
            true,
            new ApiKey.Life(at(1), at(2), at(3), at(4), at(5)));

    assertTrue(attempt(tx -> tx.apiKeys().insert(written)));
    assertEquals(Optional.of(written), read(tx -> tx.apiKeys().findByPrefix("abcd1234")));
    assertEquals(Optional.of(written), read(tx -> tx.apiKeys().find(ORG_A, "key_1")));
    assertEquals(Optional.empty(), read(tx -> tx.apiKeys().findByPrefix("other")));
  }

  @Test
  default void a_key_without_permissions_and_times_is_found_without_them() {
    ApiKey written = key("key_1", ORG_A, Set.of(), null, null, null);
    change(tx -> tx.apiKeys().insert(written));

    assertEquals(Optional.of(written), read(tx -> tx.apiKeys().find(ORG_A, "key_1")));
  }

  @Test
  default void of_many_keys_with_one_prefix_exactly_one_is_made() {
    List<Boolean> made =
        Race.run(
            i -> {
              ApiKey key = apiKey("key_" + i, ORG_A, START);
              return attempt(tx -> tx.apiKeys().insert(withPrefix(key, "same")));
            });

    assertEquals(1, Race.wins(made));
    assertEquals(1, ids(ORG_A).size());
  }

  @Test
  default void a_key_is_seen_from_its_own_scope_and_wider_ones_only() {
    change(
        tx -> {
          tx.apiKeys().insert(apiKey("key_org", ORG_A, at(1)));
          tx.apiKeys().insert(apiKey("key_pod", POD_P, at(2)));
          tx.apiKeys().insert(apiKey("key_one", ONE, at(3)));
          tx.apiKeys().insert(apiKey("key_two", TWO, at(4)));
          tx.apiKeys().insert(apiKey("key_b", ORG_B, at(5)));
        });

    assertEquals(List.of("key_two", "key_one", "key_pod", "key_org"), ids(ORG_A));
    assertEquals(List.of("key_two", "key_one", "key_pod"), ids(POD_P));
    assertEquals(List.of("key_one"), ids(ONE));
    assertEquals(List.of(), ids(POD_Q));
    assertEquals(List.of("key_b"), ids(ORG_B));
    assertSeenLikeInboxOne(s -> holds(tx -> tx.apiKeys().find(s, "key_one").isPresent()));
    assertFalse(holds(tx -> tx.apiKeys().find(POD_P, "key_org").isPresent()));
    assertFalse(holds(tx -> tx.apiKeys().find(ONE, "key_pod").isPresent()));
    assertFalse(holds(tx -> tx.apiKeys().find(ORG_A, "key_missing").isPresent()));
  }

  @Test
  default void pages_do_not_lose_keys_made_at_one_time() {
    change(
        tx ->
            IntStream.range(0, 7)
                .forEach(i -> tx.apiKeys().insert(apiKey("key_" + i, ONE, at(i / 3)))));

    for (Scope scope : StoreFixtures.SEE_ONE) {
      PageWalk.assertOrder(
          IntStream.range(0, 7).mapToObj(i -> "key_" + i).toList(),
          page -> read(tx -> tx.apiKeys().list(scope, page)),
          key -> new PagePosition(key.createdAt(), key.id()));
    }
  }

  @Test
  default void an_update_writes_name_permissions_expiry_and_revocation() {
    change(tx -> tx.apiKeys().insert(apiKey("key_1", POD_P, START)));
    change(tx -> tx.apiKeys().touch("org_a", "key_1", at(1)));
    ApiKey changed =
        new ApiKey(
            "key_1",
            "prefixkey_1",
            "0".repeat(64),
            "Other",
            POD_P,
            Set.of(Permission.USAGE_READ),
            false,
            new ApiKey.Life(START, at(9), null, at(10), at(11)));
    change(tx -> tx.apiKeys().update(changed));

    ApiKey found = read(tx -> tx.apiKeys().find(ORG_A, "key_1")).orElseThrow();
    assertEquals("Other", found.name());
    assertEquals(Set.of(Permission.USAGE_READ), found.permissions());
    assertEquals(at(9), found.updatedAt());
    assertEquals(at(10), found.expiresAt());
    assertEquals(at(11), found.revokedAt());
    assertEquals(at(1), found.usedAt());
  }

  @Test
  default void a_touch_notes_the_time_and_nothing_else() {
    ApiKey key = apiKey("key_1", ORG_A, START);
    change(tx -> tx.apiKeys().insert(key));
    change(tx -> tx.apiKeys().touch("org_a", "key_1", at(1)));
    change(tx -> tx.apiKeys().touch("org_b", "key_1", at(2)));
    change(tx -> tx.apiKeys().touch("org_a", "key_missing", at(3)));

    ApiKey found = read(tx -> tx.apiKeys().find(ORG_A, "key_1")).orElseThrow();
    assertEquals(at(1), found.usedAt());
    assertEquals(key.updatedAt(), found.updatedAt());
  }

  @Test
  default void the_keys_of_an_inbox_are_revoked_together_and_no_others() {
    change(
        tx -> {
          tx.apiKeys().insert(apiKey("key_a", ONE, START));
          tx.apiKeys().insert(apiKey("key_b", ONE, START));
          tx.apiKeys().insert(key("key_c", ONE, Set.of(), null, null, at(1)));
          tx.apiKeys().insert(apiKey("key_two", TWO, START));
          tx.apiKeys().insert(apiKey("key_pod", POD_P, START));
          tx.apiKeys().insert(apiKey("key_org", ORG_A, START));
        });
    change(tx -> tx.apiKeys().revokeForInbox(ONE, at(5)));

    assertEquals(at(5), revokedAt("key_a"));
    assertEquals(at(5), revokedAt("key_b"));
    assertEquals(at(1), revokedAt("key_c"), "the first revocation stays");
    for (String other : List.of("key_two", "key_pod", "key_org")) {
      assertEquals(null, revokedAt(other));
    }
  }

  private @Nullable Instant revokedAt(String keyId) {
    return read(tx -> tx.apiKeys().find(ORG_A, keyId)).orElseThrow().revokedAt();
  }

  private List<String> ids(Scope scope) {
    return read(tx -> tx.apiKeys().list(scope, ALL)).stream().map(ApiKey::id).toList();
  }

  private static ApiKey withPrefix(ApiKey key, String prefix) {
    return new ApiKey(
        key.id(),
        prefix,
        key.hash(),
        key.name(),
        key.scope(),
        key.permissions(),
        false,
        new ApiKey.Life(key.createdAt(), key.updatedAt(), null, null, null));
  }

  private static ApiKey key(
      String id,
      Scope scope,
      Set<Permission> permissions,
      @Nullable Instant usedAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt) {
    return new ApiKey(
        id,
        "prefix" + id,
        "0".repeat(64),
        "Name",
        scope,
        permissions,
        false,
        new ApiKey.Life(START, START, usedAt, expiresAt, revokedAt));
  }
}
