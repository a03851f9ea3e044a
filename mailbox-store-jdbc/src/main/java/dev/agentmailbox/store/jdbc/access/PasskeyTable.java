package dev.agentmailbox.store.jdbc.access;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.port.access.PasskeyStore;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Passkeys and their challenges. */
public final class PasskeyTable implements PasskeyStore {
  private static final String INSERT =
      """
      INSERT INTO passkey (user_id, passkey_id, credential_id, passkey_name, public_data, sign_count,
        created_at, used_at)
      VALUES (:user_id, :passkey_id, :credential_id, :passkey_name, :public_data, :sign_count,
        :created_at, :used_at)""";
  private static final String FIND = "SELECT * FROM passkey WHERE credential_id = :credential_id";
  private static final String OF_HUMAN =
      "SELECT * FROM passkey WHERE user_id = :user_id ORDER BY user_id, created_at, passkey_id";
  private static final String ONE = " WHERE user_id = :user_id AND passkey_id = :passkey_id";
  private static final String USED =
      "UPDATE passkey SET sign_count = :sign_count, used_at = :used_at" + ONE;
  private static final String REMOVE = "DELETE FROM passkey" + ONE;
  private static final String PUT =
      """
      INSERT INTO passkey_challenge (challenge_hash, subject, expires_at)
      VALUES (:challenge_hash, :subject, :expires_at)""";
  private static final String TAKE =
      """
      DELETE FROM passkey_challenge
      WHERE challenge_hash = :challenge_hash AND subject = :subject AND expires_at > :now""";

  private final Statements statements;

  public PasskeyTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(Passkey passkey) {
    return statements.runUnlessKnown(
        statements
            .insertUnlessKnown(INSERT)
            .bind("user_id", passkey.userId())
            .bind("passkey_id", passkey.id())
            .bind("credential_id", passkey.credentialId())
            .bind("passkey_name", passkey.name())
            .bind("public_data", passkey.publicData())
            .bind("sign_count", passkey.signCount())
            .bind("created_at", Times.of(passkey.createdAt()))
            .bind("used_at", Times.ofNullable(passkey.usedAt())));
  }

  @Override
  public Optional<Passkey> findByCredential(String credentialId) {
    return Rows.one(statements.query(FIND).bind("credential_id", credentialId), PasskeyTable::read);
  }

  @Override
  public List<Passkey> ofHuman(String userId) {
    return Rows.list(statements.query(OF_HUMAN).bind("user_id", userId), PasskeyTable::read);
  }

  @Override
  public void used(String userId, String passkeyId, long signCount, Instant usedAt) {
    statements.run(
        statements
            .update(USED)
            .bind("user_id", userId)
            .bind("passkey_id", passkeyId)
            .bind("sign_count", signCount)
            .bind("used_at", Times.of(usedAt)));
  }

  @Override
  public boolean remove(String userId, String passkeyId) {
    return statements.run(
            statements.update(REMOVE).bind("user_id", userId).bind("passkey_id", passkeyId))
        == 1;
  }

  @Override
  public void putChallenge(String hash, String subject, Instant expiresAt) {
    statements.run(
        statements
            .update(PUT)
            .bind("challenge_hash", hash)
            .bind("subject", subject)
            .bind("expires_at", Times.of(expiresAt)));
  }

  @Override
  public boolean takeChallenge(String hash, String subject, Instant now) {
    return statements.run(
            statements
                .update(TAKE)
                .bind("challenge_hash", hash)
                .bind("subject", subject)
                .bind("now", Times.of(now)))
        == 1;
  }

  @Override
  public int removeExpiredChallenges(Instant now, int limit) {
    return ExpiryScan.remove(statements, "passkey_challenge", "challenge_hash", now, limit);
  }

  private static Passkey read(ResultSet row) throws SQLException {
    return new Passkey(
        row.getString("passkey_id"),
        row.getString("user_id"),
        row.getString("credential_id"),
        row.getString("passkey_name"),
        row.getString("public_data"),
        row.getLong("sign_count"),
        Times.read(row, "created_at"),
        Times.readNullable(row, "used_at"));
  }
}
