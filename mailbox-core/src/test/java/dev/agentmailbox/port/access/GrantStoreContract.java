package dev.agentmailbox.port.access;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link GrantStore} and {@link GrantClientStore}. */
public interface GrantStoreContract extends StoreContract {
  @Test
  default void a_client_is_found_as_it_was_written_and_its_use_noted() {
    GrantClient open = client("cli_1", List.of("https://a.example/cb", "http://127.0.0.1/x"), null);
    GrantClient closed = client("cli_2", List.of("https://b.example/?a=b"), "hash");
    change(tx -> tx.grantClients().insert(open));
    change(tx -> tx.grantClients().insert(closed));
    assertEquals(Optional.of(open), read(tx -> tx.grantClients().find("cli_1")));
    assertEquals(Optional.of(closed), read(tx -> tx.grantClients().find("cli_2")));
    assertEquals(Optional.empty(), read(tx -> tx.grantClients().find("cli_3")));

    change(tx -> tx.grantClients().touch("cli_1", at(20)));
    assertEquals(1, (int) write(tx -> tx.grantClients().removeUnused(at(10), 5)));
    assertEquals(Optional.empty(), read(tx -> tx.grantClients().find("cli_2")));
    assertEquals(
        at(20), read(tx -> tx.grantClients().find("cli_1").orElseThrow().usedAt()), "still there");
  }

  @Test
  default void unused_clients_are_removed_within_the_limit() {
    change(
        tx ->
            IntStream.range(0, 3)
                .forEach(i -> tx.grantClients().insert(client("cli_" + i, List.of("x"), null))));
    assertEquals(2, (int) write(tx -> tx.grantClients().removeUnused(at(10), 2)));
    assertEquals(1, (int) write(tx -> tx.grantClients().removeUnused(at(10), 2)));
  }

  @Test
  default void a_grant_is_found_in_its_organization_and_listed_by_creation() {
    Grant first = grant("org_a", "gra_1", 1, "https://mail.example/mcp");
    Grant second = grant("org_a", "gra_2", 2, null);
    change(tx -> tx.grants().insert(first));
    change(tx -> tx.grants().insert(second));
    change(tx -> tx.grants().insert(grant("org_b", "gra_3", 3, null)));
    assertEquals(Optional.of(first), read(tx -> tx.grants().find("org_a", "gra_1")));
    assertEquals(Optional.of(second), read(tx -> tx.grants().find("org_a", "gra_2")));
    assertEquals(Optional.empty(), read(tx -> tx.grants().find("org_b", "gra_1")));
    assertEquals(
        List.of(second, first), read(tx -> tx.grants().list("org_a", PageRequest.first(1))));
    PagePosition after = new PagePosition(second.createdAt(), second.id());
    assertEquals(
        List.of(first), read(tx -> tx.grants().list("org_a", new PageRequest(5, after, false))));
  }

  @Test
  default void of_many_who_exchange_a_token_exactly_one_does() {
    GrantToken token = new GrantToken("h1", GrantToken.Kind.CODE, "org_a", "gra_1", at(60), null);
    change(tx -> tx.grants().insertToken(token));
    assertEquals(Optional.of(token), read(tx -> tx.grants().findToken("h1")));
    assertEquals(1, Race.wins(Race.run(i -> attempt(tx -> tx.grants().useToken("h1", at(5))))));
    assertFalse(attempt(tx -> tx.grants().useToken("h2", at(5))));
    assertEquals(at(5), read(tx -> tx.grants().findToken("h1").orElseThrow().usedAt()));
  }

  @Test
  default void tokens_are_removed_one_by_one_and_when_they_expired() {
    GrantToken code = new GrantToken("code", GrantToken.Kind.CODE, "org_a", "gra_1", at(0), null);
    GrantToken access =
        new GrantToken("access", GrantToken.Kind.ACCESS, "org_a", "gra_1", at(1), null);
    GrantToken refresh =
        new GrantToken("refresh", GrantToken.Kind.REFRESH, "org_a", "gra_1", at(2), null);
    for (GrantToken token : List.of(code, access, refresh)) {
      change(tx -> tx.grants().insertToken(token));
      assertEquals(Optional.of(token), read(tx -> tx.grants().findToken(token.hash())));
    }
    assertEquals(2, (int) write(tx -> tx.grants().removeExpiredTokens(at(1), 5)));
    assertTrue(holds(tx -> tx.grants().findToken("refresh").isPresent()));
    change(tx -> tx.grants().removeToken("refresh"));
    change(tx -> tx.grants().removeToken("refresh"));
    assertFalse(holds(tx -> tx.grants().findToken("refresh").isPresent()));
  }

  private static GrantClient client(String id, List<String> redirects, @Nullable String hash) {
    return new GrantClient(id, "A program", redirects, hash, at(1), at(1));
  }

  private static Grant grant(
      String organization, String id, int second, @Nullable String resource) {
    return new Grant(
        id,
        organization,
        "key_" + second,
        new Grant.Client("cli_1", "A program", "https://a.example/cb"),
        "usr_1",
        "challenge",
        resource,
        at(second));
  }
}
