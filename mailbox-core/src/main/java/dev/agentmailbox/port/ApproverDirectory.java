package dev.agentmailbox.port;

import java.util.List;

/** Looks up the humans to notify when a send waits for approval. Thread safe. */
@FunctionalInterface
public interface ApproverDirectory {
  /** No approvers. */
  ApproverDirectory NONE = (tx, organizationId) -> List.of();

  /**
   * Returns the email addresses, in lower case, of the humans who may decide for an organization.
   *
   * @return empty for no notification
   */
  List<String> addresses(StoreTransaction tx, String organizationId);
}
