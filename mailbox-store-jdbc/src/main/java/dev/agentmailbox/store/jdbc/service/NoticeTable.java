package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.port.NoticeStore;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.statement.Update;

/**
 * Notices; {@code approval_id} is their subject, which need not be an approval. A claim moves
 * {@code due_at} to the end of its lease.
 */
public final class NoticeTable implements NoticeStore {
  private static final String INSERT =
      """
      INSERT INTO approval_notice (org_id, approval_id, address, attempts, due_at)
      VALUES (:org_id, :approval_id, :address, :attempts, :due_at)""";
  private static final String BY_KEY =
      " WHERE org_id = :org_id AND approval_id = :approval_id AND address = :address";
  private static final String DUE =
      """
      SELECT * FROM approval_notice WHERE due_at <= :now
      ORDER BY due_at, approval_id, address FETCH FIRST :limit ROWS ONLY""";
  // Of two concurrent claims, the one whose update still finds the row due wins.
  private static final String CLAIM =
      "UPDATE approval_notice SET due_at = :lease_end" + BY_KEY + " AND due_at = :due_at";
  private static final String UPDATE =
      "UPDATE approval_notice SET attempts = :attempts, due_at = :due_at"
          + BY_KEY
          + " AND due_at = :lease_end";
  private static final String DELETE = "DELETE FROM approval_notice" + BY_KEY;

  private final Statements statements;

  public NoticeTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Notice notice) {
    statements.runUnlessKnown(bind(statements.insertUnlessKnown(INSERT), notice));
  }

  @Override
  public List<Notice> claimDue(Instant now, Duration lease, int limit) {
    List<Notice> found =
        Rows.list(
            statements.query(DUE).bind("now", Times.of(now)).bind("limit", limit),
            NoticeTable::read);
    List<Notice> claimed = new ArrayList<>();
    for (Notice notice : found) {
      Update claim =
          key(statements.update(CLAIM), notice)
              .bind("due_at", Times.of(notice.dueAt()))
              .bind("lease_end", Times.of(now.plus(lease)));
      if (statements.run(claim) == 1) {
        claimed.add(notice);
      }
    }
    return claimed;
  }

  @Override
  public boolean update(Notice notice, Instant leaseEnd) {
    Update update = bind(statements.update(UPDATE), notice).bind("lease_end", Times.of(leaseEnd));
    return statements.run(update) == 1;
  }

  @Override
  public void delete(Notice notice) {
    statements.run(key(statements.update(DELETE), notice));
  }

  private static Update key(Update update, Notice notice) {
    return update
        .bind("org_id", notice.organizationId())
        .bind("approval_id", notice.about())
        .bind("address", notice.address());
  }

  private static Update bind(Update update, Notice notice) {
    return key(update, notice)
        .bind("attempts", notice.attempts())
        .bind("due_at", Times.of(notice.dueAt()));
  }

  private static Notice read(ResultSet row) throws SQLException {
    return new Notice(
        row.getString("org_id"),
        row.getString("approval_id"),
        row.getString("address"),
        row.getInt("attempts"),
        Times.read(row, "due_at"));
  }
}
