package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.port.account.ClaimStore;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Inboxes created by sign-up and not claimed yet. */
public final class ClaimTable implements ClaimStore {
  private static final String INSERT =
      """
      INSERT INTO sign_up_claim (org_id, inbox_id, pod_id, key_id, code_hash, expires_at)
      VALUES (:org_id, :inbox_id, :pod_id, :key_id, :code_hash, :expires_at)""";
  private static final String FIND =
      "SELECT * FROM sign_up_claim WHERE org_id = :org_id AND code_hash = :code_hash";
  private static final String DELETE =
      "DELETE FROM sign_up_claim WHERE org_id = :org_id AND inbox_id = :inbox_id";
  private static final String DUE =
      """
      SELECT * FROM sign_up_claim WHERE expires_at <= :now
      ORDER BY expires_at, inbox_id FETCH FIRST :limit ROWS ONLY""";

  private final Statements statements;

  public ClaimTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(SignUpClaim claim) {
    return statements.runUnlessKnown(
        statements
            .insertUnlessKnown(INSERT)
            .bind("org_id", claim.organizationId())
            .bind("inbox_id", claim.inboxId())
            .bind("pod_id", claim.podId())
            .bind("key_id", claim.keyId())
            .bind("code_hash", claim.hash())
            .bind("expires_at", Times.of(claim.expiresAt())));
  }

  @Override
  public Optional<SignUpClaim> findByHash(String organizationId, String hash) {
    return Rows.one(
        statements.query(FIND).bind("org_id", organizationId).bind("code_hash", hash),
        ClaimTable::read);
  }

  @Override
  public boolean remove(String organizationId, String inboxId) {
    return statements.run(
            statements.update(DELETE).bind("org_id", organizationId).bind("inbox_id", inboxId))
        == 1;
  }

  @Override
  public List<SignUpClaim> due(Instant now, int limit) {
    return Rows.list(
        statements.query(DUE).bind("now", Times.of(now)).bind("limit", limit), ClaimTable::read);
  }

  private static SignUpClaim read(ResultSet row) throws SQLException {
    return new SignUpClaim(
        row.getString("org_id"),
        row.getString("pod_id"),
        row.getString("inbox_id"),
        row.getString("key_id"),
        row.getString("code_hash"),
        Times.read(row, "expires_at"));
  }
}
