package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.port.ConnectionLeaseStore;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.time.Instant;
import java.util.List;

/** Live connections and the leases of their processes. */
public final class ConnectionLeaseTable implements ConnectionLeaseStore {
  private static final String JOIN =
      "INSERT INTO live_node (node, lease_until) VALUES (:node, :lease_until)";
  private static final String RENEW =
      "UPDATE live_node SET lease_until = :lease_until WHERE node = :node";
  private static final String LOST =
      "SELECT node FROM live_node WHERE lease_until <= :now ORDER BY lease_until, node";
  private static final String LEAVE = "DELETE FROM live_node WHERE node = :node";
  // Checks the time again: the lease may have been renewed since.
  private static final String LEAVE_LOST = LEAVE + " AND lease_until <= :now";
  private static final String FREE_ALL = "DELETE FROM live_place WHERE node = :node";
  private static final String OF =
      "SELECT * FROM live_place WHERE org_id = :org_id ORDER BY org_id, place_id";
  private static final String TAKE =
      """
      INSERT INTO live_place (org_id, place_id, key_id, node)
      VALUES (:org_id, :place_id, :key_id, :node)""";
  private static final String FREE =
      "DELETE FROM live_place WHERE org_id = :org_id AND place_id = :place_id";

  private final Statements statements;

  public ConnectionLeaseTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void join(String node, Instant until) {
    statements.run(statements.update(JOIN).bind("node", node).bind("lease_until", Times.of(until)));
  }

  @Override
  public boolean renew(String node, Instant until) {
    return statements.run(
            statements.update(RENEW).bind("node", node).bind("lease_until", Times.of(until)))
        == 1;
  }

  @Override
  public List<ConnectionLease> of(String organizationId) {
    return statements
        .query(OF)
        .bind("org_id", organizationId)
        .map(
            (row, context) ->
                new ConnectionLease(
                    row.getString("org_id"),
                    row.getString("key_id"),
                    row.getString("node"),
                    row.getString("place_id")))
        .list();
  }

  @Override
  public void take(ConnectionLease lease) {
    statements.run(
        statements
            .update(TAKE)
            .bind("org_id", lease.organizationId())
            .bind("place_id", lease.id())
            .bind("key_id", lease.keyId())
            .bind("node", lease.node()));
  }

  @Override
  public void free(String organizationId, String id) {
    statements.run(statements.update(FREE).bind("org_id", organizationId).bind("place_id", id));
  }

  @Override
  public void leave(String node) {
    statements.run(statements.update(LEAVE).bind("node", node));
    statements.run(statements.update(FREE_ALL).bind("node", node));
  }

  @Override
  public int removeLost(Instant now) {
    List<String> lost =
        statements.query(LOST).bind("now", Times.of(now)).mapTo(String.class).list();
    int removed = 0;
    for (String node : lost) {
      boolean gone =
          statements.run(
                  statements.update(LEAVE_LOST).bind("node", node).bind("now", Times.of(now)))
              == 1;
      if (gone) {
        statements.run(statements.update(FREE_ALL).bind("node", node));
        removed++;
      }
    }
    return removed;
  }
}
