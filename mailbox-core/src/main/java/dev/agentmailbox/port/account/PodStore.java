package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.account.AccountTables.PODS_BY_NAME;
import static dev.agentmailbox.port.account.AccountTables.POD_BY_CLIENT_ID;
import static dev.agentmailbox.port.account.AccountTables.POD_LIST;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.table.Table;
import java.time.Instant;
import java.util.Optional;

/** Pods. Stores of inboxes maintain {@code inboxCount}. */
public final class PodStore {
  private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  private final Table<Pod> pods;

  public PodStore(Table<Pod> pods) {
    this.pods = pods;
  }

  /** Returns false when the id is taken, or the client id within the organization. */
  public boolean insert(Pod pod) {
    return pods.insert(pod);
  }

  public Optional<Pod> find(Scope scope, String podId) {
    return pods.find(scope.organizationId(), podId).filter(pod -> isIn(scope, pod));
  }

  /** Finds the pod named {@link Pod#DEFAULT_NAME}. */
  public Optional<Pod> findDefault(String organizationId) {
    return pods.due(PODS_BY_NAME, EVER, 1, organizationId, Pod.DEFAULT_NAME).stream().findFirst();
  }

  public Optional<Pod> findByClientId(String organizationId, String clientId) {
    return pods.find(POD_BY_CLIENT_ID, organizationId, clientId);
  }

  /** By (createdAt, id). */
  public Page<Pod> list(Scope scope, PageRequest page) {
    if (scope.podId() == null) {
      return pods.page(POD_LIST, page, scope.organizationId());
    }
    return new Page<>(
        find(scope, scope.podId()).filter(pod -> page.contains(position(pod))).stream().toList(),
        null);
  }

  private static PagePosition position(Pod pod) {
    return new PagePosition(pod.createdAt(), pod.id());
  }

  /**
   * Deletes a pod without inboxes; false when it has inboxes or does not exist. Retired addresses
   * do not count.
   */
  public boolean deleteEmpty(Scope scope, String podId) {
    return pods.lock(scope.organizationId(), podId)
        .filter(pod -> isIn(scope, pod) && pod.inboxCount() == 0)
        .map(pod -> pods.remove(pod.organizationId(), pod.id()))
        .orElse(false);
  }

  /** Writes name, policy and updatedAt. */
  public void update(Pod pod) {
    pods.lock(pod.organizationId(), pod.id())
        .map(row -> pod.withInboxes(row.inboxCount()))
        .ifPresent(pods::update);
  }

  /** Changes the inbox count; false when the pod does not exist. */
  public boolean count(String organizationId, String podId, int change) {
    return pods.lock(organizationId, podId)
        .map(row -> pods.update(row.withInboxes(row.inboxCount() + change)))
        .orElse(false);
  }

  private static boolean isIn(Scope scope, Pod pod) {
    return scope.contains(pod.organizationId(), pod.id(), null);
  }
}
