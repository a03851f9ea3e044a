package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.account.Invite;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.InviteStore;
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

/** Invites of operators. */
public final class InviteTable implements InviteStore {
  private static final String INSERT =
      """
      INSERT INTO invite (invite_id, email, code_hash, created_by, created_at, expires_at, used_at,
        revoked_at)
      VALUES (:invite_id, :email, :code_hash, :created_by, :created_at, :expires_at, :used_at,
        :revoked_at)""";
  private static final String SELECT = "SELECT * FROM invite";
  private static final String FIND = SELECT + " WHERE invite_id = :invite_id";
  private static final String FIND_HASH = SELECT + " WHERE code_hash = :code_hash";
  private static final IndexRange LIST = IndexRange.of(SELECT, "", "created_at", "invite_id");
  private static final String UNTOUCHED =
      " WHERE invite_id = :invite_id AND used_at IS NULL AND revoked_at IS NULL";
  private static final String USE =
      "UPDATE invite SET used_at = :now" + UNTOUCHED + " AND expires_at > :now";
  private static final String REVOKE = "UPDATE invite SET revoked_at = :now" + UNTOUCHED;

  private final Statements statements;

  public InviteTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(Invite invite) {
    return statements.runUnlessKnown(
        statements
            .insertUnlessKnown(INSERT)
            .bind("invite_id", invite.id())
            .bind("email", invite.email())
            .bind("code_hash", invite.hash())
            .bind("created_by", invite.createdBy())
            .bind("created_at", Times.of(invite.createdAt()))
            .bind("expires_at", Times.of(invite.expiresAt()))
            .bind("used_at", Times.ofNullable(invite.usedAt()))
            .bind("revoked_at", Times.ofNullable(invite.revokedAt())));
  }

  @Override
  public Optional<Invite> find(String inviteId) {
    return Rows.one(statements.query(FIND).bind("invite_id", inviteId), InviteTable::read);
  }

  @Override
  public Optional<Invite> findByHash(String hash) {
    return Rows.one(statements.query(FIND_HASH).bind("code_hash", hash), InviteTable::read);
  }

  @Override
  public List<Invite> list(PageRequest page) {
    return Rows.list(LIST.query(statements, page, TimeRange.ALL), InviteTable::read);
  }

  @Override
  public boolean use(String inviteId, Instant now) {
    return change(USE, inviteId, now) == 1;
  }

  @Override
  public void revoke(String inviteId, Instant now) {
    change(REVOKE, inviteId, now);
  }

  private int change(String sql, String inviteId, Instant now) {
    return statements.run(
        statements.update(sql).bind("invite_id", inviteId).bind("now", Times.of(now)));
  }

  private static Invite read(ResultSet row) throws SQLException {
    return new Invite(
        row.getString("invite_id"),
        row.getString("email"),
        row.getString("code_hash"),
        row.getString("created_by"),
        Times.read(row, "created_at"),
        Times.read(row, "expires_at"),
        Times.readNullable(row, "used_at"),
        Times.readNullable(row, "revoked_at"));
  }
}
