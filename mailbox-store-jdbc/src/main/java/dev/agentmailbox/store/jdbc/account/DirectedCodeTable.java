package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.DirectedCodeStore;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/** Codes with which agents sign up. */
public final class DirectedCodeTable implements DirectedCodeStore {
  private static final String INSERT =
      """
      INSERT INTO directed_code (org_id, code_id, pod_id, code_hash, first_group, created_by, note,
        created_at, expires_at, used_at, revoked_at)
      VALUES (:org_id, :code_id, :pod_id, :code_hash, :first_group, :created_by, :note,
        :created_at, :expires_at, :used_at, :revoked_at)""";
  private static final String TAKE_HASH =
      """
      INSERT INTO directed_code_hash (code_hash, org_id, code_id)
      VALUES (:code_hash, :org_id, :code_id)""";
  private static final String GIVE_BACK_HASH =
      "DELETE FROM directed_code_hash WHERE code_hash = :code_hash";
  private static final String SELECT = "SELECT * FROM directed_code";
  private static final String PLACE =
      "SELECT org_id, code_id FROM directed_code_hash WHERE code_hash = :key";
  private static final String FIND = SELECT + " WHERE org_id = :org_id AND code_id = :code_id";
  private static final IndexRange LIST = IndexRange.of(SELECT, "org_id", "created_at", "code_id");
  private static final String UNTOUCHED =
      " WHERE org_id = :org_id AND code_id = :code_id AND used_at IS NULL AND revoked_at IS NULL";
  private static final String USE =
      "UPDATE directed_code SET used_at = :now" + UNTOUCHED + " AND expires_at > :now";
  private static final String REVOKE = "UPDATE directed_code SET revoked_at = :now" + UNTOUCHED;

  private final Statements statements;

  public DirectedCodeTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(DirectedCode code) {
    Update hash =
        statements
            .insertUnlessKnown(TAKE_HASH)
            .bind("code_hash", code.hash())
            .bind("org_id", code.organizationId())
            .bind("code_id", code.id());
    if (!statements.runUnlessKnown(hash)) {
      return false;
    }
    Update row =
        statements
            .insertUnlessKnown(INSERT)
            .bind("org_id", code.organizationId())
            .bind("code_id", code.id())
            .bind("pod_id", code.podId())
            .bind("code_hash", code.hash())
            .bind("first_group", code.firstGroup())
            .bind("created_by", code.createdBy())
            .bind("note", code.note())
            .bind("created_at", Times.of(code.createdAt()))
            .bind("expires_at", Times.of(code.expiresAt()))
            .bind("used_at", Times.ofNullable(code.usedAt()))
            .bind("revoked_at", Times.ofNullable(code.revokedAt()));
    if (!statements.runUnlessKnown(row)) {
      statements.run(statements.update(GIVE_BACK_HASH).bind("code_hash", code.hash()));
      return false;
    }
    return true;
  }

  @Override
  public Optional<DirectedCode> findByHash(String hash) {
    return statements.lookUp(PLACE, hash, this::find).filter(code -> code.hash().equals(hash));
  }

  @Override
  public Optional<DirectedCode> find(String organizationId, String codeId) {
    return one(statements.query(FIND).bind("org_id", organizationId).bind("code_id", codeId));
  }

  private static Optional<DirectedCode> one(Query query) {
    return Rows.one(query, DirectedCodeTable::read);
  }

  @Override
  public List<DirectedCode> list(String organizationId, PageRequest page) {
    return Rows.list(
        LIST.query(statements, page, TimeRange.ALL).bind("org_id", organizationId),
        DirectedCodeTable::read);
  }

  @Override
  public boolean use(String organizationId, String codeId, Instant now) {
    return change(USE, organizationId, codeId, now) == 1;
  }

  @Override
  public void revoke(String organizationId, String codeId, Instant now) {
    change(REVOKE, organizationId, codeId, now);
  }

  private int change(String sql, String organizationId, String codeId, Instant now) {
    Update update =
        statements
            .update(sql)
            .bind("org_id", organizationId)
            .bind("code_id", codeId)
            .bind("now", Times.of(now));
    return statements.run(update);
  }

  @Override
  public int removeExpired(Instant expiredAtMost, int limit) {
    return ExpiryScan.remove(
        statements,
        "directed_code",
        "org_id, code_id",
        "directed_code_hash",
        "code_hash",
        expiredAtMost,
        limit);
  }

  private static DirectedCode read(ResultSet row) throws SQLException {
    return new DirectedCode(
        row.getString("code_id"),
        Scope.pod(row.getString("org_id"), row.getString("pod_id")),
        row.getString("code_hash"),
        row.getString("first_group"),
        row.getString("created_by"),
        row.getString("note"),
        new DirectedCode.Life(
            Times.read(row, "created_at"),
            Times.read(row, "expires_at"),
            Times.readNullable(row, "used_at"),
            Times.readNullable(row, "revoked_at")));
  }
}
