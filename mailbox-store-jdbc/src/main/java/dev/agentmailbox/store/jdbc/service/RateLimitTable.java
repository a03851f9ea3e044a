package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.port.RateLimitStore;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Timestamps of rate-limited actions; one row per name. */
public final class RateLimitTable implements RateLimitStore {
  private static final String INSERT =
      """
      INSERT INTO limited_moment (limit_name, moments, expires_at)
      VALUES (:limit_name, '', :expires_at)""";
  private static final String LOCK =
      "SELECT * FROM limited_moment WHERE limit_name = :limit_name FOR UPDATE";
  private static final String UPDATE =
      """
      UPDATE limited_moment SET moments = :moments, expires_at = :expires_at
      WHERE limit_name = :limit_name""";

  private final Statements statements;

  public RateLimitTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public List<Instant> lock(String name, Instant now) {
    List<List<Instant>> known = locked(name, now);
    if (known.isEmpty()) {
      // A row to lock; it expires at once unless updated.
      statements.runUnlessKnown(
          statements
              .insertUnlessKnown(INSERT)
              .bind("limit_name", name)
              .bind("expires_at", Times.of(now)));
      known = locked(name, now);
    }
    return known.isEmpty() ? List.of() : known.get(0);
  }

  private List<List<Instant>> locked(String name, Instant now) {
    return statements
        .lockingQuery(LOCK)
        .bind("limit_name", name)
        .map((row, context) -> read(row, now))
        .list();
  }

  @Override
  public void put(String name, List<Instant> moments, Instant expiresAt) {
    String text =
        moments.stream()
            .map(moment -> Long.toString(Times.of(moment)))
            .collect(Collectors.joining(" "));
    statements.run(
        statements
            .update(UPDATE)
            .bind("limit_name", name)
            .bind("moments", text)
            .bind("expires_at", Times.of(expiresAt)));
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return ExpiryScan.remove(statements, "limited_moment", "limit_name", now, limit);
  }

  private static List<Instant> read(ResultSet row, Instant now) throws SQLException {
    String text = row.getString("moments");
    if (text.isEmpty() || !Times.read(row, "expires_at").isAfter(now)) {
      return List.of();
    }
    return Arrays.stream(text.split(" "))
        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)))
        .toList();
  }
}
