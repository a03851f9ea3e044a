package dev.agentmailbox.store.jdbc.access;

import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.port.access.GrantClientStore;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Dynamically registered OAuth clients. */
public final class GrantClientTable implements GrantClientStore {
  private static final String INSERT =
      """
      INSERT INTO grant_client (client_id, client_name, redirect_uris, secret_hash, created_at,
        used_at)
      VALUES (:client_id, :client_name, :redirect_uris, :secret_hash, :created_at, :used_at)""";
  private static final String FIND = "SELECT * FROM grant_client WHERE client_id = :client_id";
  private static final String TOUCH =
      "UPDATE grant_client SET used_at = :used_at WHERE client_id = :client_id";
  private static final String UNUSED =
      """
      SELECT client_id FROM grant_client WHERE used_at <= :used_at
      ORDER BY used_at, client_id FETCH FIRST :limit ROWS ONLY""";
  // Checks the time again: it may have been used since.
  private static final String REMOVE_UNUSED =
      "DELETE FROM grant_client WHERE client_id = :client_id AND used_at <= :used_at";

  /** Separates addresses, none of which contains it. */
  private static final String BETWEEN = "\n";

  private final Statements statements;

  public GrantClientTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(GrantClient client) {
    statements.run(
        statements
            .update(INSERT)
            .bind("client_id", client.id())
            .bind("client_name", client.name())
            .bind("redirect_uris", String.join(BETWEEN, client.redirectUris()))
            .bind("secret_hash", client.secretHash())
            .bind("created_at", Times.of(client.createdAt()))
            .bind("used_at", Times.of(client.usedAt())));
  }

  @Override
  public Optional<GrantClient> find(String clientId) {
    return Rows.one(statements.query(FIND).bind("client_id", clientId), GrantClientTable::read);
  }

  @Override
  public void touch(String clientId, Instant usedAt) {
    statements.run(
        statements.update(TOUCH).bind("client_id", clientId).bind("used_at", Times.of(usedAt)));
  }

  @Override
  public int removeUnused(Instant usedAtMost, int limit) {
    List<String> unused =
        statements
            .query(UNUSED)
            .bind("used_at", Times.of(usedAtMost))
            .bind("limit", limit)
            .mapTo(String.class)
            .list();
    PreparedBatch batch = statements.batch(REMOVE_UNUSED);
    for (String clientId : unused) {
      batch.bind("client_id", clientId).bind("used_at", Times.of(usedAtMost)).add();
    }
    return statements.run(batch);
  }

  private static GrantClient read(ResultSet row) throws SQLException {
    return new GrantClient(
        row.getString("client_id"),
        row.getString("client_name"),
        List.of(row.getString("redirect_uris").split(BETWEEN, -1)),
        row.getString("secret_hash"),
        Times.read(row, "created_at"),
        Times.read(row, "used_at"));
  }
}
