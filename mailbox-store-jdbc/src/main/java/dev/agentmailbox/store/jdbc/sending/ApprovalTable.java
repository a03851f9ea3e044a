package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.sending.ApprovalStore;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Pages;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Approvals. Columns exist for queries; {@code details} is the approval as JSON. */
public final class ApprovalTable implements ApprovalStore {
  private static final String INSERT =
      """
      INSERT INTO approval (org_id, approval_id, pod_id, inbox_id, status, pending_until, details,
        requested_at)
      VALUES (:org_id, :approval_id, :pod_id, :inbox_id, :status, :pending_until, :details,
        :requested_at)""";
  private static final String SELECT = "SELECT * FROM approval";
  private static final String BY_KEY = " WHERE org_id = :org_id AND approval_id = :approval_id";
  private static final String FIND = SELECT + BY_KEY;
  private static final String DECIDE =
      "UPDATE approval SET status = :status, pending_until = :pending_until, details = :details"
          + BY_KEY
          + " AND status = 'PENDING'";
  // The lower bound skips the decided ones, which H2 has first in the index.
  private static final String EXPIRED =
      """
      SELECT * FROM approval WHERE pending_until >= 0 AND pending_until <= :now
      ORDER BY pending_until, approval_id FETCH FIRST :limit ROWS ONLY""";
  private static final String COUNT_PENDING =
      "SELECT COUNT(*) FROM approval WHERE pending_until >= 0";
  private static final ScopedRange LIST =
      ScopedRange.of(SELECT, ", status", "requested_at", "approval_id", "");

  private final Statements statements;

  public ApprovalTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Approval approval) {
    statements.run(
        bindChangeable(statements.update(INSERT), approval)
            .bind("pod_id", approval.scope().podId())
            .bind("inbox_id", approval.inboxId())
            .bind("requested_at", Times.of(approval.requestedAt())));
  }

  @Override
  public Optional<Approval> find(Scope scope, String approvalId) {
    return Rows.one(
            statements
                .query(FIND)
                .bind("org_id", scope.organizationId())
                .bind("approval_id", approvalId),
            ApprovalTable::read)
        .filter(approval -> isInside(scope, approval));
  }

  @Override
  public List<Approval> list(Scope scope, Approval.@Nullable Status status, PageRequest page) {
    List<Approval.Status> wanted =
        status == null ? List.of(Approval.Status.values()) : List.of(status);
    List<List<Approval>> ranges = new ArrayList<>();
    for (Approval.Status one : wanted) {
      Query query = LIST.query(statements, scope, page, TimeRange.ALL).bind("status", one.name());
      ranges.add(Rows.list(query, ApprovalTable::read));
    }
    return Pages.merge(ranges, page, a -> new PagePosition(a.requestedAt(), a.id())).stream()
        .filter(approval -> isInside(scope, approval))
        .toList();
  }

  @Override
  public boolean decide(Approval decided) {
    return statements.run(bindChangeable(statements.update(DECIDE), decided)) == 1;
  }

  @Override
  public long countPending() {
    return statements.query(COUNT_PENDING).mapTo(Long.class).one();
  }

  @Override
  public List<Approval> expired(Instant now, int limit) {
    return Rows.list(
        statements.query(EXPIRED).bind("now", Times.of(now)).bind("limit", limit),
        ApprovalTable::read);
  }

  private static boolean isInside(Scope scope, Approval approval) {
    return scope.contains(approval.scope());
  }

  private static Update bindChangeable(Update update, Approval approval) {
    boolean pending = approval.status() == Approval.Status.PENDING;
    return update
        .bind("org_id", approval.scope().organizationId())
        .bind("approval_id", approval.id())
        .bind("status", approval.status().name())
        .bind("pending_until", pending ? (Long) Times.of(approval.expiresAt()) : null)
        .bind("details", Json.write(approval));
  }

  private static Approval read(ResultSet row) throws SQLException {
    return Json.read(row.getString("details"), Approval.class);
  }
}
