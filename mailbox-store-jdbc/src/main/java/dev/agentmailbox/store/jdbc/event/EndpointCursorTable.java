package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.port.event.EndpointCursorStore;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.webhook.EndpointCursor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Event log cursors of webhook endpoints. */
public final class EndpointCursorTable implements EndpointCursorStore {
  private static final String BY_KEY = " WHERE org_id = :org_id AND webhook_id = :webhook_id";
  private static final String INSERT =
      """
      INSERT INTO webhook_run (org_id, webhook_id, enabled, cursor_seq, due_at, lease_until,
        failing_since, hold_until, recent)
      VALUES (:org_id, :webhook_id, :enabled, :cursor_seq, :due_at, :lease_until,
        :failing_since, :hold_until, :recent)""";
  private static final String UPDATE =
      """
      UPDATE webhook_run SET enabled = :enabled, cursor_seq = :cursor_seq, due_at = :due_at,
        lease_until = :lease_until, failing_since = :failing_since, hold_until = :hold_until,
        recent = :recent"""
          + BY_KEY;
  private static final String SELECT = "SELECT * FROM webhook_run";
  private static final String FIND = SELECT + BY_KEY;
  private static final String LOCK = FIND + " FOR UPDATE";
  // The lower bound skips endpoints without work, which H2 has first in the index.
  private static final String DUE =
      SELECT
          + """
           WHERE due_at >= 0 AND due_at <= :now
          ORDER BY due_at, webhook_id FETCH FIRST :limit ROWS ONLY""";
  private static final String ENABLED_AFTER =
      """
      SELECT * FROM webhook_run
      WHERE enabled = TRUE AND org_id >= :org_id AND (org_id > :org_id OR webhook_id > :webhook_id)
      ORDER BY enabled, org_id, webhook_id FETCH FIRST :limit ROWS ONLY""";
  private static final String ENABLED_OF =
      SELECT + " WHERE enabled = TRUE AND org_id = :org_id ORDER BY enabled, org_id, webhook_id";
  private static final String DELETE = "DELETE FROM webhook_run" + BY_KEY;

  private final Statements statements;

  public EndpointCursorTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void put(EndpointCursor run) {
    if (statements.run(bind(statements.update(UPDATE), run)) == 0
        && !statements.runUnlessKnown(bind(statements.insertUnlessKnown(INSERT), run))) {
      statements.run(bind(statements.update(UPDATE), run));
    }
  }

  @Override
  public Optional<EndpointCursor> find(String organizationId, String webhookId) {
    return one(statements.query(FIND), organizationId, webhookId);
  }

  @Override
  public Optional<EndpointCursor> lock(String organizationId, String webhookId) {
    return one(statements.lockingQuery(LOCK), organizationId, webhookId);
  }

  private static Optional<EndpointCursor> one(
      Query query, String organizationId, String webhookId) {
    return Rows.one(
        query.bind("org_id", organizationId).bind("webhook_id", webhookId),
        EndpointCursorTable::read);
  }

  @Override
  public List<EndpointCursor> due(Instant now, int limit) {
    return Rows.list(
        statements.query(DUE).bind("now", Times.of(now)).bind("limit", limit),
        EndpointCursorTable::read);
  }

  @Override
  public List<EndpointCursor> enabledAfter(@Nullable EndpointCursor after, int limit) {
    return Rows.list(
        statements
            .query(ENABLED_AFTER)
            .bind("org_id", after == null ? "" : after.organizationId())
            .bind("webhook_id", after == null ? "" : after.webhookId())
            .bind("limit", limit),
        EndpointCursorTable::read);
  }

  @Override
  public List<EndpointCursor> enabledOf(String organizationId) {
    return Rows.list(
        statements.query(ENABLED_OF).bind("org_id", organizationId), EndpointCursorTable::read);
  }

  @Override
  public void delete(String organizationId, String webhookId) {
    statements.run(
        statements.update(DELETE).bind("org_id", organizationId).bind("webhook_id", webhookId));
  }

  private static Update bind(Update update, EndpointCursor run) {
    return update
        .bind("org_id", run.organizationId())
        .bind("webhook_id", run.webhookId())
        .bind("enabled", run.enabled())
        .bind("cursor_seq", run.cursor())
        .bind("due_at", Times.ofNullable(run.dueAt()))
        .bind("lease_until", Times.of(run.leaseUntil()))
        .bind("failing_since", Times.ofNullable(run.failingSince()))
        .bind("hold_until", Times.ofNullable(run.holdUntil()))
        .bind("recent", write(run.recent()));
  }

  private static String write(List<Instant> times) {
    return times.stream().map(t -> Long.toString(Times.of(t))).collect(Collectors.joining(" "));
  }

  private static EndpointCursor read(ResultSet row) throws SQLException {
    List<Instant> recent =
        Arrays.stream(row.getString("recent").split(" "))
            .filter(text -> !text.isEmpty())
            .map(text -> Instant.ofEpochMilli(Long.parseLong(text)))
            .toList();
    return new EndpointCursor(
        row.getString("org_id"),
        row.getString("webhook_id"),
        row.getBoolean("enabled"),
        row.getLong("cursor_seq"),
        new EndpointCursor.Schedule(
            Times.readNullable(row, "due_at"), Times.read(row, "lease_until")),
        new EndpointCursor.Attempts(
            Times.readNullable(row, "failing_since"),
            Times.readNullable(row, "hold_until"),
            recent));
  }
}
