package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.ConnectionLeaseStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processes and their connections; few enough to scan. */
public final class MemoryConnectionLeases implements ConnectionLeaseStore {
  private final UndoLog undo;
  private final Map<String, Instant> nodes = new HashMap<>();
  private final Map<String, ConnectionLease> leases = new HashMap<>();

  public MemoryConnectionLeases(UndoLog undo) {
    this.undo = undo;
  }

  @Override
  public void join(String node, Instant until) {
    undo.put(nodes, node, until);
  }

  @Override
  public boolean renew(String node, Instant until) {
    if (!nodes.containsKey(node)) {
      return false;
    }
    undo.put(nodes, node, until);
    return true;
  }

  @Override
  public List<ConnectionLease> of(String organizationId) {
    return leases.values().stream()
        .filter(lease -> lease.organizationId().equals(organizationId))
        .toList();
  }

  @Override
  public void take(ConnectionLease lease) {
    undo.put(leases, key(lease.organizationId(), lease.id()), lease);
  }

  @Override
  public void free(String organizationId, String id) {
    undo.remove(leases, key(organizationId, id));
  }

  @Override
  public void leave(String node) {
    undo.remove(nodes, node);
    List.copyOf(leases.values()).stream()
        .filter(lease -> lease.node().equals(node))
        .forEach(lease -> free(lease.organizationId(), lease.id()));
  }

  @Override
  public int removeLost(Instant now) {
    List<String> lost =
        nodes.entrySet().stream()
            .filter(node -> !node.getValue().isAfter(now))
            .map(Map.Entry::getKey)
            .toList();
    lost.forEach(this::leave);
    return lost.size();
  }

  private static String key(String organizationId, String id) {
    return organizationId + ' ' + id;
  }
}
