package dev.agentmailbox.store.jdbc.access;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.port.access.SessionStore;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Sessions of humans. */
public final class SessionTable implements SessionStore {
  private static final String INSERT =
      """
      INSERT INTO human_session (cookie_hash, sign_in_id, user_id, acting_org, created_at, used_at,
        verified_until)
      VALUES (:cookie_hash, :sign_in_id, :user_id, :acting_org, :created_at, :used_at,
        :verified_until)""";
  private static final String FIND = "SELECT * FROM human_session WHERE cookie_hash = :cookie_hash";
  private static final String TOUCH =
      "UPDATE human_session SET used_at = :used_at WHERE cookie_hash = :cookie_hash";
  private static final String VERIFY =
      "UPDATE human_session SET verified_until = :verified_until WHERE cookie_hash = :cookie_hash";
  private static final String CHOOSE =
      "UPDATE human_session SET acting_org = :acting_org WHERE sign_in_id = :sign_in_id";
  private static final String END_SIGN_IN =
      "DELETE FROM human_session WHERE sign_in_id = :sign_in_id";
  private static final String END_ALL = "DELETE FROM human_session WHERE user_id = :user_id";
  private static final String IDLE =
      """
      SELECT cookie_hash FROM human_session WHERE used_at <= :used_at
      ORDER BY used_at, cookie_hash FETCH FIRST :limit ROWS ONLY""";
  // Checks the time again: the session may have been used since.
  private static final String REMOVE_IDLE =
      "DELETE FROM human_session WHERE cookie_hash = :cookie_hash AND used_at <= :used_at";

  private final Statements statements;

  public SessionTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Session session) {
    statements.run(
        statements
            .update(INSERT)
            .bind("cookie_hash", session.cookieHash())
            .bind("sign_in_id", session.signInId())
            .bind("user_id", session.userId())
            .bind("acting_org", session.organizationId())
            .bind("created_at", Times.of(session.createdAt()))
            .bind("used_at", Times.of(session.usedAt()))
            .bind("verified_until", Times.of(session.verifiedUntil())));
  }

  @Override
  public Optional<Session> find(String cookieHash) {
    return Rows.one(statements.query(FIND).bind("cookie_hash", cookieHash), SessionTable::read);
  }

  @Override
  public void touch(String cookieHash, Instant usedAt) {
    statements.run(
        statements.update(TOUCH).bind("cookie_hash", cookieHash).bind("used_at", Times.of(usedAt)));
  }

  @Override
  public void setVerifiedUntil(String cookieHash, Instant verifiedUntil) {
    statements.run(
        statements
            .update(VERIFY)
            .bind("cookie_hash", cookieHash)
            .bind("verified_until", Times.of(verifiedUntil)));
  }

  @Override
  public void choose(String signInId, @Nullable String organizationId) {
    statements.run(
        statements.update(CHOOSE).bind("sign_in_id", signInId).bind("acting_org", organizationId));
  }

  @Override
  public void endSignIn(String signInId) {
    statements.run(statements.update(END_SIGN_IN).bind("sign_in_id", signInId));
  }

  @Override
  public void endAll(String userId) {
    statements.run(statements.update(END_ALL).bind("user_id", userId));
  }

  @Override
  public int removeIdle(Instant usedAtMost, int limit) {
    List<String> idle =
        statements
            .query(IDLE)
            .bind("used_at", Times.of(usedAtMost))
            .bind("limit", limit)
            .mapTo(String.class)
            .list();
    PreparedBatch batch = statements.batch(REMOVE_IDLE);
    for (String cookieHash : idle) {
      batch.bind("cookie_hash", cookieHash).bind("used_at", Times.of(usedAtMost)).add();
    }
    return statements.run(batch);
  }

  private static Session read(ResultSet row) throws SQLException {
    return new Session(
        row.getString("cookie_hash"),
        row.getString("sign_in_id"),
        row.getString("user_id"),
        row.getString("acting_org"),
        Times.read(row, "created_at"),
        Times.read(row, "used_at"),
        Times.read(row, "verified_until"));
  }
}
