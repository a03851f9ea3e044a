package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.EarlierRows;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import dev.agentmailbox.store.jdbc.sql.SqlFailure;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;

/** Idempotency keys and their stored responses. */
public final class IdempotencyTable implements IdempotencyStore {
  private static final String TABLE = "idempotency";
  private static final String ONE = " WHERE org_id = :org_id AND request_key = :request_key";
  private static final String FIND = "SELECT * FROM idempotency" + ONE;
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String INSERT =
      """
      INSERT INTO idempotency
        (org_id, request_key, body_hash, answer_status, answer_body, expires_at)
      VALUES (:org_id, :request_key, :body_hash, :answer_status, :answer_body, :expires_at)""";
  private static final String RENEW =
      """
      UPDATE idempotency SET body_hash = :body_hash, expires_at = :expires_at,
        answer_status = :answer_status, answer_body = :answer_body"""
          + ONE;
  private static final String ANSWER =
      """
      UPDATE idempotency SET answer_status = :answer_status, answer_body = :answer_body,
        expires_at = :expires_at"""
          + ONE;

  private final Statements statements;

  public IdempotencyTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public Optional<Entry> find(Key key, Instant now) {
    Optional<Entry> found = findNow(key, now);
    return found.isEmpty() && statements.hasEarlierRows(TABLE)
        ? findNow(new Key(EarlierRows.UNKNOWN, key.text()), now)
        : found;
  }

  private Optional<Entry> findNow(Key key, Instant now) {
    return bind(statements.query(FIND), key)
        .map((row, context) -> isLive(row, now) ? Optional.of(read(row)) : Optional.<Entry>empty())
        .findOne()
        .flatMap(entry -> entry);
  }

  @Override
  public Claim claim(Key key, Entry entry, Instant now, Instant expiresAt) {
    try {
      return claimNow(key, entry, now, expiresAt);
    } catch (JdbiException e) {
      if (statements.dialect().isLockTimeout(SqlFailure.of(e))) {
        return Claim.RUNNING;
      }
      throw e;
    }
  }

  private Claim claimNow(Key key, Entry entry, Instant now, Instant expiresAt) {
    statements.adoptEarlierRow(
        TABLE, "request_key", key.organizationId(), HashedKey.of(key.text()));
    if (statements.runUnlessKnown(
        bind(statements.directUnlessKnown(INSERT), key, entry, expiresAt))) {
      return Claim.CLAIMED;
    }
    Optional<Boolean> live =
        bind(statements.lockingQuery(LOCK), key).map((row, context) -> isLive(row, now)).findOne();
    if (live.isEmpty()) {
      // Removed between the two statements: let the caller retry.
      return Claim.RUNNING;
    }
    if (live.get()) {
      return Claim.TAKEN;
    }
    statements.write(bind(statements.direct(RENEW), key, entry, expiresAt));
    return Claim.CLAIMED;
  }

  private static DirectUpdate bind(DirectUpdate update, Key key, Entry entry, Instant expiresAt) {
    return bind(update, key, entry.answer(), expiresAt).bind("body_hash", entry.bodyHash());
  }

  @Override
  public void answer(Key key, Answer answer, Instant expiresAt) {
    statements.write(bind(statements.direct(ANSWER), key, Optional.of(answer), expiresAt));
  }

  private static DirectUpdate bind(
      DirectUpdate update, Key key, Optional<Answer> answer, Instant expiresAt) {
    return update
        .bind("org_id", key.organizationId())
        .bind("request_key", HashedKey.of(key.text()))
        .bind("answer_status", answer.map(Answer::status).orElse(null))
        .bind("answer_body", answer.map(Answer::body).orElse(null))
        .bind("expires_at", Times.of(expiresAt));
  }

  private static Query bind(Query query, Key key) {
    return query.bind("org_id", key.organizationId()).bind("request_key", HashedKey.of(key.text()));
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return ExpiryScan.remove(statements, TABLE, "org_id, request_key", now, limit);
  }

  private static boolean isLive(ResultSet row, Instant now) throws SQLException {
    return Times.read(row, "expires_at").isAfter(now);
  }

  private static Entry read(ResultSet row) throws SQLException {
    int status = row.getInt("answer_status");
    Optional<Answer> answer =
        row.wasNull()
            ? Optional.empty()
            : Optional.of(new Answer(status, row.getString("answer_body")));
    return new Entry(row.getString("body_hash"), answer);
  }
}
