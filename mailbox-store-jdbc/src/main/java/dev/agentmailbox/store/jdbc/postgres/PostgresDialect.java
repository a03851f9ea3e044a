package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.store.jdbc.sql.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * PostgreSQL, restricted to features that compatible engines share: no advisory locks, no LISTEN,
 * no LOCK TABLE.
 */
final class PostgresDialect implements Dialect {
  /** Lock timeout of statements. */
  static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  /** SQLState of a lock timeout. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /**
   * SQLStates of a serialization failure, a deadlock, and a plan invalidated by a concurrent
   * migration.
   */
  private static final Set<String> RETRYABLE = Set.of("40001", "40P01", "0A000");

  private static final String SAVEPOINT = "short_wait";

  @Override
  public Map<String, String> schemaVariables() {
    return Map.of("key", "VARCHAR COLLATE \"C\"", "text", "TEXT", "bytes", "BYTEA");
  }

  @Override
  public List<String> lockSchema() {
    return List.of(
        "CREATE TABLE IF NOT EXISTS schema_lock (id INT NOT NULL PRIMARY KEY)",
        "INSERT INTO schema_lock (id) VALUES (1) ON CONFLICT DO NOTHING",
        "SELECT id FROM schema_lock WHERE id = 1 FOR UPDATE");
  }

  @Override
  public String skipDuplicates() {
    return " ON CONFLICT DO NOTHING";
  }

  @Override
  public List<String> limitLockWait(Duration wait) {
    // A failed statement aborts the transaction unless it is rolled back to a savepoint.
    return List.of("SAVEPOINT " + SAVEPOINT + "; " + setLockWait(wait));
  }

  @Override
  public List<String> usualLockWait() {
    return List.of(setLockWait(LOCK_WAIT) + "; RELEASE SAVEPOINT " + SAVEPOINT);
  }

  @Override
  public List<String> afterLockTimeout() {
    // The setting was made after the savepoint and is rolled back with it.
    return List.of("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
  }

  private static String setLockWait(Duration wait) {
    return "SET LOCAL lock_timeout = " + wait.toMillis();
  }

  @Override
  public boolean isLockTimeout(SQLException failure) {
    return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
  }

  @Override
  public boolean isRetryable(SQLException failure) {
    return failure.getSQLState() != null && RETRYABLE.contains(failure.getSQLState());
  }
}
