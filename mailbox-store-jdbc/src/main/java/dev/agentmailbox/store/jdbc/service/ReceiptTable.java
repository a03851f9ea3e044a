package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.port.ReceiptStore;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.time.Instant;

/** Receipts of work already done. */
public final class ReceiptTable implements ReceiptStore {
  private static final String TABLE = "receipt";
  private static final String INSERT =
      """
      INSERT INTO receipt (org_id, receipt_key, expires_at)
      VALUES (:org_id, :receipt_key, :expires_at)""";
  private static final String RENEW =
      """
      UPDATE receipt SET expires_at = :expires_at
      WHERE org_id = :org_id AND receipt_key = :receipt_key AND expires_at <= :now""";

  private final Statements statements;

  public ReceiptTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean note(String organizationId, String key, Instant now, Instant expiresAt) {
    String receipt = HashedKey.of(key);
    statements.adoptEarlierRow(TABLE, "receipt_key", organizationId, receipt);
    return statements.runUnlessKnown(
            statements
                .directUnlessKnown(INSERT)
                .bind("org_id", organizationId)
                .bind("receipt_key", receipt)
                .bind("expires_at", Times.of(expiresAt)))
        || statements.run(
                statements
                    .update(RENEW)
                    .bind("org_id", organizationId)
                    .bind("receipt_key", receipt)
                    .bind("now", Times.of(now))
                    .bind("expires_at", Times.of(expiresAt)))
            == 1;
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return ExpiryScan.remove(statements, TABLE, "org_id, receipt_key", now, limit);
  }
}
