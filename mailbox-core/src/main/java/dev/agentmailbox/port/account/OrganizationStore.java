package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.page.PageRequest;
import java.util.List;
import java.util.Optional;

/** Organizations. The id is the scope. */
public interface OrganizationStore {
  /** Adds an organization with an empty event log. */
  void insert(Organization organization);

  Optional<Organization> find(String organizationId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<Organization> lock(String organizationId);

  /**
   * The organization created at first start, never {@link dev.agentmailbox.account.Postmaster};
   * empty in a new store.
   */
  Optional<Organization> first();

  /** All organizations, by (createdAt, id). */
  List<Organization> list(PageRequest page);

  /**
   * Atomically increments the inbox count if the plan allows another inbox.
   *
   * @return false when the plan's limit is reached or the organization does not exist
   */
  boolean takeInbox(String organizationId);

  /** Decrements the inbox count. */
  void giveBackInbox(String organizationId);

  /** Writes name, plan, suspension, policy and updatedAt; not the inbox count. */
  void update(Organization organization);
}
