package dev.agentmailbox.store.jdbc.sql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows of builds before 0.1.0, whose keys did not begin with the organization. The migration gave
 * them the organization {@link #UNKNOWN}; each moves to the organization that first repeats what it
 * stands for. Such rows only become fewer, so a table is looked at once. Thread safe.
 */
public final class EarlierRows {
  /** Never the id of an organization. */
  public static final String UNKNOWN = "unknown";

  private final Map<String, Boolean> tables = new ConcurrentHashMap<>();

  /** Gives a row of an unknown organization to the one that repeats what it stands for. */
  void adopt(
      Statements statements, String table, String column, String organizationId, String key) {
    if (isIn(table, statements)) {
      statements.run(
          statements
              .update(
                  "UPDATE %s SET org_id = :org_id WHERE org_id = :unknown AND %s = :key"
                      .formatted(table, column))
              .bind("org_id", organizationId)
              .bind("unknown", UNKNOWN)
              .bind("key", key));
    }
  }

  boolean isIn(String table, Statements statements) {
    Boolean known = tables.get(table);
    if (known == null) {
      known =
          statements
              .query(
                  "SELECT org_id FROM %s WHERE org_id = :org_id FETCH FIRST 1 ROW ONLY"
                      .formatted(table))
              .bind("org_id", UNKNOWN)
              .mapTo(String.class)
              .findOne()
              .isPresent();
      tables.put(table, known);
    }
    return known;
  }
}
