package dev.agentmailbox.port;

import dev.agentmailbox.access.Role;
import java.util.List;

/** Looks up the humans to notify when a send waits for approval. Thread safe. */
@FunctionalInterface
public interface ApproverDirectory {
  /** No approvers. */
  ApproverDirectory NONE = (tx, organizationId) -> List.of();

  /**
   * A human who may decide.
   *
   * @param address email address in lower case
   * @param role owners can be notified later than approvers
   */
  record Approver(String address, Role role) {}

  /**
   * Returns the humans who may decide for an organization.
   *
   * @return empty for no notification
   */
  List<Approver> approvers(StoreTransaction tx, String organizationId);
}
