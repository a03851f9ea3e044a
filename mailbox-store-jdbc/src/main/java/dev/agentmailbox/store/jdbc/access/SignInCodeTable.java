package dev.agentmailbox.store.jdbc.access;

import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.port.access.SignInCodeStore;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;

/** Mailed codes, one per subject. */
public final class SignInCodeTable implements SignInCodeStore {
  private static final String UPDATE =
      """
      UPDATE sign_in_code SET code_hash = :code_hash, user_id = :user_id, attempts = :attempts,
        expires_at = :expires_at
      WHERE subject = :subject""";
  private static final String INSERT =
      """
      INSERT INTO sign_in_code (subject, code_hash, user_id, attempts, expires_at)
      VALUES (:subject, :code_hash, :user_id, :attempts, :expires_at)""";
  // Keeps the row locked, so that concurrent attempts are both counted.
  private static final String COUNT =
      """
      UPDATE sign_in_code SET attempts = attempts + 1
      WHERE subject = :subject AND attempts < :most AND expires_at > :now""";
  private static final String FIND = "SELECT * FROM sign_in_code WHERE subject = :subject";
  private static final String DELETE = "DELETE FROM sign_in_code WHERE subject = :subject";

  private final Statements statements;

  public SignInCodeTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void put(SignInCode code) {
    if (statements.run(bind(statements.update(UPDATE), code)) == 0
        && !statements.runUnlessKnown(bind(statements.insertUnlessKnown(INSERT), code))) {
      statements.run(bind(statements.update(UPDATE), code));
    }
  }

  @Override
  public Optional<SignInCode> attempt(String subject, Instant now) {
    Update count =
        statements
            .update(COUNT)
            .bind("subject", subject)
            .bind("most", SignInCode.MAX_ATTEMPTS)
            .bind("now", Times.of(now));
    if (statements.run(count) == 0) {
      return Optional.empty();
    }
    return Rows.one(statements.query(FIND).bind("subject", subject), SignInCodeTable::read);
  }

  @Override
  public void remove(String subject) {
    statements.run(statements.update(DELETE).bind("subject", subject));
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return ExpiryScan.remove(statements, "sign_in_code", "subject", now, limit);
  }

  private static Update bind(Update update, SignInCode code) {
    return update
        .bind("subject", code.subject())
        .bind("code_hash", code.hash())
        .bind("user_id", code.userId())
        .bind("attempts", code.attempts())
        .bind("expires_at", Times.of(code.expiresAt()));
  }

  private static SignInCode read(ResultSet row) throws SQLException {
    return new SignInCode(
        row.getString("subject"),
        row.getString("code_hash"),
        row.getString("user_id"),
        row.getInt("attempts"),
        Times.read(row, "expires_at"));
  }
}
