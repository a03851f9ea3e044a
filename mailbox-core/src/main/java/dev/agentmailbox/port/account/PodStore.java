package dev.agentmailbox.port.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.InboxStore;
import java.util.List;
import java.util.Optional;

/** Pods. A pod's {@code inboxCount} is kept by {@link InboxStore}. */
public interface PodStore {
  /** Returns false when the client id is taken within the organization. */
  boolean insert(Pod pod);

  Optional<Pod> find(Scope scope, String podId);

  /** The pod named {@link Pod#DEFAULT_NAME}. */
  Optional<Pod> findDefault(String organizationId);

  Optional<Pod> findByClientId(String organizationId, String clientId);

  /** By (createdAt, id); one item more than the limit when there are more. */
  List<Pod> list(Scope scope, PageRequest page);

  /** Removes a pod without inboxes; false when it has some (retired addresses do not count). */
  boolean deleteEmpty(Scope scope, String podId);

  /** Writes name, policy and updatedAt. */
  void update(Pod pod);
}
