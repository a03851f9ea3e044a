package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link DirectedCodeStore}. */
public interface SignUpStoreContract extends StoreContract {
  @Test
  default void a_code_is_found_as_it_was_written_by_id_and_by_hash() {
    DirectedCode code = code("org_a", 1, 1, "for the tests");
    assertTrue(attempt(tx -> tx.directedCodes().insert(code)));
    assertFalse(attempt(tx -> tx.directedCodes().insert(code("org_b", 1, 1, null))));

    assertEquals(Optional.of(code), read(tx -> tx.directedCodes().findByHash("hash1")));
    assertEquals(Optional.of(code), read(tx -> tx.directedCodes().find("org_a", "cod_1")));
    assertEquals(Optional.empty(), read(tx -> tx.directedCodes().find("org_b", "cod_1")));
    assertEquals(Optional.empty(), read(tx -> tx.directedCodes().findByHash("hash2")));
  }

  @Test
  default void of_many_uses_of_a_code_exactly_one_counts() {
    change(tx -> tx.directedCodes().insert(code("org_a", 1, 1, null)));

    assertEquals(
        1,
        Race.wins(Race.run(i -> attempt(tx -> tx.directedCodes().use("org_a", "cod_1", at(5))))));
    assertEquals(Optional.of(at(5)), usedAt());
  }

  @Test
  default void a_code_that_expired_or_was_revoked_cannot_be_used() {
    change(tx -> tx.directedCodes().insert(code("org_a", 1, 1, null)));
    assertFalse(attempt(tx -> tx.directedCodes().use("org_a", "cod_1", at(101))));
    assertFalse(attempt(tx -> tx.directedCodes().use("org_b", "cod_1", at(5))));

    change(tx -> tx.directedCodes().revoke("org_b", "cod_1", at(3)));
    change(tx -> tx.directedCodes().revoke("org_a", "cod_1", at(4)));
    change(tx -> tx.directedCodes().revoke("org_a", "cod_1", at(5)));
    assertFalse(attempt(tx -> tx.directedCodes().use("org_a", "cod_1", at(6))));
    assertEquals(
        Optional.of(at(4)),
        read(tx -> tx.directedCodes().find("org_a", "cod_1").map(DirectedCode::revokedAt)));
    assertEquals(Optional.empty(), usedAt());
  }

  @Test
  default void codes_are_listed_by_creation_and_removed_after_they_expired() {
    change(
        tx -> {
          IntStream.range(0, 7)
              .forEach(i -> tx.directedCodes().insert(code("org_a", i, i / 3, null)));
          tx.directedCodes().insert(code("org_b", 9, 0, null));
        });
    assertEquals(
        IntStream.range(0, 7).mapToObj(i -> "cod_" + (6 - i)).toList(),
        read(tx -> tx.directedCodes().list("org_a", ALL)).items().stream()
            .map(DirectedCode::id)
            .toList());

    assertEquals(2, (int) write(tx -> tx.directedCodes().removeExpired(at(101), 2)));
    assertEquals(5, (int) write(tx -> tx.directedCodes().removeExpired(at(101), 10)));
    assertEquals(1, read(tx -> tx.directedCodes().list("org_a", ALL)).items().size());
  }

  private Optional<Instant> usedAt() {
    return read(tx -> tx.directedCodes().find("org_a", "cod_1").map(DirectedCode::usedAt));
  }

  private static DirectedCode code(String organization, int i, int second, @Nullable String note) {
    return new DirectedCode(
        "cod_" + i,
        Scope.pod(organization, "pod_p"),
        "hash" + i,
        "ABCD",
        "usr_1",
        note,
        DirectedCode.Life.open(at(second), at(second + 100)));
  }
}
