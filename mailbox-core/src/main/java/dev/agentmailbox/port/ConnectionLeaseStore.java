package dev.agentmailbox.port;

import static dev.agentmailbox.port.ServiceTables.LEASES_OF_NODE;
import static dev.agentmailbox.port.ServiceTables.LEASES_OF_ORGANIZATION;
import static dev.agentmailbox.port.ServiceTables.NODES_BY_LEASE;

import dev.agentmailbox.port.ServiceTables.Node;
import dev.agentmailbox.port.table.Table;
import java.time.Instant;
import java.util.List;

/**
 * Leases on live connections (WebSocket and other streams), so that their number can be limited
 * across all processes. Each process registers under a unique name and renews its registration;
 * when it stops renewing, other processes remove it together with its leases.
 */
public final class ConnectionLeaseStore {
  /**
   * An open connection.
   *
   * @param keyId API key it was opened with
   * @param node name of the process that holds it
   * @param id connection id, unique within its organization
   */
  public record ConnectionLease(String organizationId, String keyId, String node, String id) {}

  /** Most processes that one call removes. */
  private static final int MAX_LOST = 1_000;

  private final Table<Node> nodes;
  private final Table<ConnectionLease> leases;

  ConnectionLeaseStore(Table<Node> nodes, Table<ConnectionLease> leases) {
    this.nodes = nodes;
    this.leases = leases;
  }

  /** Registers a process until the given time. The name must not be in use. */
  public void join(String node, Instant until) {
    nodes.add(new Node(node, until));
  }

  /**
   * Extends the registration of a process and locks its row until the transaction ends.
   *
   * @return false when another process has removed it, and with it its leases
   */
  public boolean renew(String node, Instant until) {
    return nodes.update(new Node(node, until));
  }

  /** The open connections of one organization, across all processes. */
  public List<ConnectionLease> of(String organizationId) {
    return leases.list(LEASES_OF_ORGANIZATION, organizationId);
  }

  /**
   * Adds a connection. The caller has locked the organization and renewed its process in the same
   * transaction.
   */
  public void take(ConnectionLease lease) {
    leases.add(lease);
  }

  /** Removes a connection; does nothing when it does not exist. */
  public void free(String organizationId, String id) {
    leases.remove(organizationId, id);
  }

  /** Removes a process and its connections; does nothing when it does not exist. */
  public void leave(String node) {
    nodes.remove(node);
    leases.removeAll(LEASES_OF_NODE, node);
  }

  /**
   * Removes the processes whose registration ended at or before {@code now}, with their
   * connections.
   *
   * @return number of processes removed
   */
  public int removeLost(Instant now) {
    List<Node> lost =
        nodes.due(NODES_BY_LEASE, now, MAX_LOST).stream()
            .flatMap(node -> nodes.lock(node.name()).stream())
            .filter(node -> !node.leaseUntil().isAfter(now))
            .toList();
    lost.forEach(node -> leave(node.name()));
    return lost.size();
  }
}
