package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.account.PodStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pods, by client id and default pod per organization. */
public final class MemoryPods implements PodStore {
  private record ClientKey(String organizationId, String clientId) {
    static @Nullable ClientKey of(Pod pod) {
      String clientId = pod.clientId();
      return clientId == null ? null : new ClientKey(pod.organizationId(), clientId);
    }
  }

  private final Rows<String, Pod> rows;
  private final UniqueKey<ClientKey, Pod> byClientId;
  private final UniqueKey<String, Pod> defaults;
  private final RowList<Pod> lists;

  public MemoryPods(UndoLog undo) {
    rows = new Rows<>(undo, Pod::id);
    byClientId = rows.unique(ClientKey::of);
    defaults = rows.unique(pod -> pod.isDefault() ? pod.organizationId() : null);
    lists =
        rows.lists(
            pod -> Partition.levels(Scope.pod(pod.organizationId(), pod.id())), Pod::createdAt);
  }

  @Override
  public boolean insert(Pod pod) {
    if (byClientId.isTaken(pod)) {
      return false;
    }
    rows.add(pod);
    return true;
  }

  @Override
  public Optional<Pod> find(Scope scope, String podId) {
    return rows.find(podId).filter(pod -> scope.contains(pod.organizationId(), pod.id(), null));
  }

  @Override
  public Optional<Pod> findDefault(String organizationId) {
    return defaults.find(organizationId);
  }

  @Override
  public Optional<Pod> findByClientId(String organizationId, String clientId) {
    return byClientId.find(new ClientKey(organizationId, clientId));
  }

  @Override
  public List<Pod> list(Scope scope, PageRequest page) {
    return lists.page(Partition.of(scope), page);
  }

  @Override
  public boolean deleteEmpty(Scope scope, String podId) {
    return rows.removeIf(
        podId,
        pod -> scope.contains(pod.organizationId(), pod.id(), null) && pod.inboxCount() == 0);
  }

  @Override
  public void update(Pod pod) {
    rows.update(pod.id(), row -> changed(row, pod, row.inboxCount()));
  }

  /** Changes the inbox count. */
  public void countInboxes(String podId, int difference) {
    if (!rows.update(podId, row -> changed(row, row, row.inboxCount() + difference))) {
      throw new StoreException("pod " + podId + " does not exist", null);
    }
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
}
