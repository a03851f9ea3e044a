package dev.agentmailbox.store.jdbc.access;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.access.GrantStore;
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

/** OAuth grants and their tokens. */
public final class GrantTable implements GrantStore {
  private static final String INSERT =
      """
      INSERT INTO access_grant (org_id, grant_id, key_id, client_id, client_name, approved_by,
        redirect_uri, code_challenge, audience, created_at)
      VALUES (:org_id, :grant_id, :key_id, :client_id, :client_name, :approved_by,
        :redirect_uri, :code_challenge, :audience, :created_at)""";
  private static final String SELECT = "SELECT * FROM access_grant";
  private static final String FIND = SELECT + " WHERE org_id = :org_id AND grant_id = :grant_id";
  private static final IndexRange LIST = IndexRange.of(SELECT, "org_id", "created_at", "grant_id");
  private static final String INSERT_TOKEN =
      """
      INSERT INTO grant_token (token_hash, token_kind, org_id, grant_id, expires_at, used_at)
      VALUES (:token_hash, :token_kind, :org_id, :grant_id, :expires_at, :used_at)""";
  private static final String ONE_TOKEN = " WHERE token_hash = :token_hash";
  private static final String FIND_TOKEN = "SELECT * FROM grant_token" + ONE_TOKEN;
  private static final String USE_TOKEN =
      "UPDATE grant_token SET used_at = :used_at" + ONE_TOKEN + " AND used_at IS NULL";
  private static final String REMOVE_TOKEN = "DELETE FROM grant_token" + ONE_TOKEN;

  private final Statements statements;

  public GrantTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Grant grant) {
    statements.run(
        statements
            .update(INSERT)
            .bind("org_id", grant.organizationId())
            .bind("grant_id", grant.id())
            .bind("key_id", grant.keyId())
            .bind("client_id", grant.client().id())
            .bind("client_name", grant.client().name())
            .bind("approved_by", grant.approvedBy())
            .bind("redirect_uri", grant.client().redirectUri())
            .bind("code_challenge", grant.codeChallenge())
            .bind("audience", grant.resource())
            .bind("created_at", Times.of(grant.createdAt())));
  }

  @Override
  public Optional<Grant> find(String organizationId, String grantId) {
    return Rows.one(
        statements.query(FIND).bind("org_id", organizationId).bind("grant_id", grantId),
        GrantTable::read);
  }

  @Override
  public List<Grant> list(String organizationId, PageRequest page) {
    return Rows.list(
        LIST.query(statements, page, TimeRange.ALL).bind("org_id", organizationId),
        GrantTable::read);
  }

  @Override
  public void insertToken(GrantToken token) {
    statements.run(
        statements
            .update(INSERT_TOKEN)
            .bind("token_hash", token.hash())
            .bind("token_kind", token.kind().wireName())
            .bind("org_id", token.organizationId())
            .bind("grant_id", token.grantId())
            .bind("expires_at", Times.of(token.expiresAt()))
            .bind("used_at", Times.ofNullable(token.usedAt())));
  }

  @Override
  public Optional<GrantToken> findToken(String hash) {
    return Rows.one(statements.query(FIND_TOKEN).bind("token_hash", hash), GrantTable::readToken);
  }

  @Override
  public boolean useToken(String hash, Instant usedAt) {
    return statements.run(
            statements.update(USE_TOKEN).bind("token_hash", hash).bind("used_at", Times.of(usedAt)))
        == 1;
  }

  @Override
  public void removeToken(String hash) {
    statements.run(statements.update(REMOVE_TOKEN).bind("token_hash", hash));
  }

  @Override
  public int removeExpiredTokens(Instant now, int limit) {
    return ExpiryScan.remove(statements, "grant_token", "token_hash", now, limit);
  }

  private static Grant read(ResultSet row) throws SQLException {
    return new Grant(
        row.getString("grant_id"),
        row.getString("org_id"),
        row.getString("key_id"),
        new Grant.Client(
            row.getString("client_id"),
            row.getString("client_name"),
            row.getString("redirect_uri")),
        row.getString("approved_by"),
        row.getString("code_challenge"),
        row.getString("audience"),
        Times.read(row, "created_at"));
  }

  private static GrantToken readToken(ResultSet row) throws SQLException {
    return new GrantToken(
        row.getString("token_hash"),
        GrantToken.Kind.named(row.getString("token_kind")),
        row.getString("org_id"),
        row.getString("grant_id"),
        Times.read(row, "expires_at"),
        Times.readNullable(row, "used_at"));
  }
}
