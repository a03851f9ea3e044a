package dev.agentmailbox.store.jdbc.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Enough of a dialect to migrate H2. */
public final class TestDialect implements Dialect {
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
    return List.of();
  }

  @Override
  public String skipDuplicates() {
    return "";
  }

  @Override
  public Optional<String> addToDuplicates(String table, List<String> key, List<String> amounts) {
    return Optional.empty();
  }

  @Override
  public Optional<String> returning(String update, String column) {
    return Optional.empty();
  }

  @Override
  public String insertContent() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean sendsTogether() {
    return false;
  }

  @Override
  public boolean isLockTimeout(SQLException failure) {
    return false;
  }

  @Override
  public boolean isRetryable(SQLException failure) {
    return false;
  }
}
