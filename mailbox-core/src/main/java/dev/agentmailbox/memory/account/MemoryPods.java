package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.account.PodStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Pods. Names of clients and of the default pod are looked up by key, not searched. */
public final class MemoryPods implements PodStore {
  private record NameKey(String organizationId, String name) {}

  private final UndoLog journal;
  private final Map<String, Pod> rows = new HashMap<>();
  private final Map<NameKey, String> byClientId = new HashMap<>();
  private final Map<NameKey, String> defaults = new HashMap<>();
  private final Index index;

  public MemoryPods(UndoLog journal) {
    this.journal = journal;
    this.index = new Index(journal);
  }

  @Override
  public boolean insert(Pod pod) {
    String clientId = pod.clientId();
    if (clientId != null) {
      NameKey key = new NameKey(pod.organizationId(), clientId);
      if (byClientId.containsKey(key)) {
        return false;
      }
      journal.put(byClientId, key, pod.id());
    }
    if (rows.containsKey(pod.id())) {
      throw new StoreException("pod " + pod.id() + " exists", null);
    }
    if (pod.isDefault()) {
      journal.put(defaults, new NameKey(pod.organizationId(), pod.name()), pod.id());
    }
    journal.put(rows, pod.id(), pod);
    index.add(partitions(pod), pod.createdAt(), pod.id());
    return true;
  }

  @Override
  public Optional<Pod> find(Scope scope, String podId) {
    return Optional.ofNullable(rows.get(podId))
        .filter(pod -> scope.contains(pod.organizationId(), pod.id(), null));
  }

  @Override
  public Optional<Pod> findDefault(String organizationId) {
    return Optional.ofNullable(defaults.get(new NameKey(organizationId, Pod.DEFAULT_NAME)))
        .map(rows::get);
  }

  @Override
  public Optional<Pod> findByClientId(String organizationId, String clientId) {
    return Optional.ofNullable(byClientId.get(new NameKey(organizationId, clientId)))
        .map(rows::get);
  }

  @Override
  public List<Pod> list(Scope scope, PageRequest page) {
    return index.page(List.of(Partition.of(scope)), page).stream().map(this::row).toList();
  }

  @Override
  public boolean deleteEmpty(Scope scope, String podId) {
    Pod pod = find(scope, podId).filter(found -> found.inboxCount() == 0).orElse(null);
    if (pod == null) {
      return false;
    }
    String clientId = pod.clientId();
    if (clientId != null) {
      journal.remove(byClientId, new NameKey(pod.organizationId(), clientId));
    }
    if (pod.isDefault()) {
      journal.remove(defaults, new NameKey(pod.organizationId(), pod.name()));
    }
    index.remove(partitions(pod), pod.createdAt(), pod.id());
    journal.remove(rows, podId);
    return true;
  }

  @Override
  public void update(Pod pod) {
    Pod row = rows.get(pod.id());
    if (row != null) {
      journal.put(rows, row.id(), changed(row, pod, row.inboxCount()));
    }
  }

  /** Counts inboxes in or out. */
  public void countInboxes(String podId, int difference) {
    Pod row = rows.get(podId);
    if (row == null) {
      throw new StoreException("pod " + podId + " does not exist", null);
    }
    journal.put(rows, podId, changed(row, row, row.inboxCount() + difference));
  }

  private Pod row(String podId) {
    return Objects.requireNonNull(rows.get(podId));
  }

  private static Pod changed(Pod row, Pod changed, int inboxCount) {
    return new Pod(
        row.id(),
        row.organizationId(),
        changed.name(),
        row.clientId(),
        inboxCount,
        changed.policy(),
        row.createdAt(),
        changed.updatedAt());
  }

  private static List<String> partitions(Pod pod) {
    return List.of(
        Partition.of(Scope.organization(pod.organizationId())),
        Partition.of(Scope.pod(pod.organizationId(), pod.id())));
  }
}
