package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.jdbc.sql.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.api.ErrorCode;

/** H2 2.5 in its regular mode. */
final class H2Dialect implements Dialect {
  /** Lock timeout, after which work is retried or an idempotency key counts as in use. */
  static final Duration LOCK_WAIT = Duration.ofMillis(250);

  @Override
  public Map<String, String> schemaVariables() {
    return Map.of(
        "key",
        "VARCHAR",
        "text",
        "CHARACTER LARGE OBJECT",
        "bytes",
        "BINARY LARGE OBJECT",
        "name_of_words",
        "REGEXP_SUBSTR(d.names, '@[^ ]+', 1, n.x)",
        "names_of_words",
        "(SELECT s.*, REGEXP_SUBSTR(s.words, '( @[^ ]+)+') AS names FROM search_document s"
            + " WHERE POSITION(' @' IN s.words) > 0) d JOIN SYSTEM_RANGE(1, 102) n"
            + " ON n.x <= LENGTH(d.names) - LENGTH(REPLACE(d.names, ' ', ''))",
        "primary_key",
        "PRIMARY KEY --");
  }

  @Override
  public List<String> lockSchema() {
    // Only one process can open the database.
    return List.of();
  }

  @Override
  public String skipDuplicates() {
    return "";
  }

  @Override
  public Optional<String> addToDuplicates(String table, List<String> key, List<String> amounts) {
    // A MERGE of H2 costs more than the batch of updates that it would replace.
    return Optional.empty();
  }

  @Override
  public Optional<String> returning(String update, String column) {
    // The journal has what updates did, and not what queries did.
    return Optional.empty();
  }

  @Override
  public String insertContent() {
    return JournaledContent.SQL;
  }

  @Override
  public boolean sendsTogether() {
    return false;
  }

  @Override
  public boolean isLockTimeout(SQLException failure) {
    return failure.getErrorCode() == ErrorCode.LOCK_TIMEOUT_1;
  }

  @Override
  public boolean isRetryable(SQLException failure) {
    return switch (failure.getErrorCode()) {
      case ErrorCode.DEADLOCK_1, ErrorCode.LOCK_TIMEOUT_1, ErrorCode.CONCURRENT_UPDATE_1 -> true;
      default -> false;
    };
  }
}
