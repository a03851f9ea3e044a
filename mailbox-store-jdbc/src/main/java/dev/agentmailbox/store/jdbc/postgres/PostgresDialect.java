package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.store.jdbc.content.DatabaseContent;
import dev.agentmailbox.store.jdbc.sql.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * PostgreSQL, restricted to features that compatible engines share: no advisory locks, no LISTEN,
 * no LOCK TABLE.
 */
final class PostgresDialect implements Dialect {
  /** Lock timeout of statements. */
  static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  /** SQLState of a lock timeout. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** SQLStates of a serialization failure and a deadlock. */
  private static final Set<String> RETRYABLE = Set.of("40001", "40P01");

  /** SQLState of everything that a database does not support. */
  private static final String NOT_SUPPORTED = "0A000";

  /** Where PostgreSQL says "cached plan must not change result type", in any language. */
  private static final String CACHED_PLAN = "RevalidateCachedQuery";

  @Override
  public Map<String, String> schemaVariables() {
    return Map.of(
        "key",
        "VARCHAR COLLATE \"C\"",
        "text",
        "TEXT",
        "bytes",
        "BYTEA",
        "name_of_words",
        "n.name",
        "names_of_words",
        "search_document d, regexp_split_to_table(d.words, ' ') AS n(name) WHERE n.name LIKE '@%'",
        "primary_key",
        "CONSTRAINT");
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
  public Optional<String> addToDuplicates(String table, List<String> key, List<String> amounts) {
    return Optional.of(
        amounts.stream()
            .map(amount -> "%2$s = %1$s.%2$s + excluded.%2$s".formatted(table, amount))
            .collect(
                Collectors.joining(
                    ", ", " ON CONFLICT (" + String.join(", ", key) + ") DO UPDATE SET ", "")));
  }

  @Override
  public Optional<String> returning(String update, String column) {
    return Optional.of(update + " RETURNING " + column);
  }

  @Override
  public String insertContent() {
    return DatabaseContent.INSERT;
  }

  @Override
  public boolean sendsTogether() {
    return true;
  }

  @Override
  public boolean isLockTimeout(SQLException failure) {
    return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
  }

  @Override
  public boolean isRetryable(SQLException failure) {
    String state = failure.getSQLState();
    return state != null
        && (RETRYABLE.contains(state) || (state.equals(NOT_SUPPORTED) && isOfCachedPlan(failure)));
  }

  /** Whether a concurrent migration changed the columns that a prepared statement returns. */
  private static boolean isOfCachedPlan(SQLException failure) {
    ServerErrorMessage message =
        failure instanceof PSQLException ofServer ? ofServer.getServerErrorMessage() : null;
    return message != null && CACHED_PLAN.equals(message.getRoutine());
  }
}
