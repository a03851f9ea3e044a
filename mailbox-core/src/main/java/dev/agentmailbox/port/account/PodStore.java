package dev.agentmailbox.port.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.InboxStore;
import java.util.List;
import java.util.Optional;

/** Pods. {@link InboxStore} maintains {@code inboxCount}. */
public interface PodStore {
  /** Returns false when the client id is taken within the organization. */
  boolean insert(Pod pod);

  Optional<Pod> find(Scope scope, String podId);

  /** Finds the pod named {@link Pod#DEFAULT_NAME}. */
  Optional<Pod> findDefault(String organizationId);

  Optional<Pod> findByClientId(String organizationId, String clientId);

  /** By (createdAt, id). */
  List<Pod> list(Scope scope, PageRequest page);

  /**
   * Deletes a pod without inboxes; false when it has inboxes or does not exist. Retired addresses
   * do not count.
   */
  boolean deleteEmpty(Scope scope, String podId);

  /** Writes name, policy and updatedAt. */
  void update(Pod pod);
}
