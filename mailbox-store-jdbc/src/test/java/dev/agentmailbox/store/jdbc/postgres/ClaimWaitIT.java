package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.IdempotencyStore.Claim;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A server that holds an idempotency key longer than a statement waits for a lock. */
@Slow
class ClaimWaitIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final IdempotencyStore.Key KEY = new IdempotencyStore.Key("org_a", "key");

  private static Claim claim(StoreTransaction tx) {
    return tx.idempotency()
        .claim(KEY, new IdempotencyStore.Entry("body", Optional.empty()), NOW, LATER);
  }

  @Test
  void a_claim_that_waits_too_long_is_rolled_back_and_can_be_made_again() throws Exception {
    PostgresUrl url = TestPostgres.schema();
    try (PostgresStore store = PostgresStore.open(url, Clock.systemUTC());
        Connection other = TestPostgres.connect(url);
        PreparedStatement insert =
            other.prepareStatement(
                "INSERT INTO idempotency (org_id, request_key, body_hash, expires_at)"
                    + " VALUES (?, ?, 'body', ?)")) {
      other.setAutoCommit(false);
      insert.setString(1, KEY.organizationId());
      insert.setString(2, HashedKey.of(KEY.text()));
      insert.setLong(3, LATER.toEpochMilli());
      insert.executeUpdate();
      assertThrows(
          RolledBack.class,
          () ->
              store.write(
                  tx -> {
                    assertEquals(Claim.RUNNING, claim(tx));
                    throw new RolledBack();
                  }));
      other.commit();
      assertEquals(Claim.TAKEN, store.write(ClaimWaitIT::claim));
    }
  }

  private static final class RolledBack extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
