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
  private final Map<String, LivePlace> places = new HashMap<>();

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
  public List<LivePlace> of(String organizationId) {
    return places.values().stream()
        .filter(place -> place.organizationId().equals(organizationId))
        .toList();
  }

  @Override
  public void take(LivePlace place) {
    undo.put(places, key(place.organizationId(), place.id()), place);
  }

  @Override
  public void free(String organizationId, String id) {
    undo.remove(places, key(organizationId, id));
  }

  @Override
  public void leave(String node) {
    undo.remove(nodes, node);
    List.copyOf(places.values()).stream()
        .filter(place -> place.node().equals(node))
        .forEach(place -> free(place.organizationId(), place.id()));
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
