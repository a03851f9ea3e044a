package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.page.PageRequest;
import java.util.List;
import java.util.Optional;

/** Organizations. The id is the scope. */
public interface OrganizationStore {
  /** Adds an organization and the empty head of its event log. */
  void insert(Organization organization);

  Optional<Organization> find(String organizationId);

  /** As {@link #find}, and the row stays locked until the transaction ends. */
  Optional<Organization> lock(String organizationId);

  /**
   * The organization made at first start, never {@link dev.agentmailbox.account.Postmaster}; empty
   * in a new store.
   */
  Optional<Organization> first();

  /** All organizations, by (createdAt, id); one item more than the limit when there are more. */
  List<Organization> list(PageRequest page);

  /**
   * Counts one inbox more, when the plan has room.
   *
   * @return false when the organization already has as many inboxes as its plan allows; exact under
   *     any concurrency
   */
  boolean takeInbox(String organizationId);

  /** Counts one inbox less. */
  void giveBackInbox(String organizationId);

  /** Writes name, plan, suspension, policy and updatedAt; not the inbox count. */
  void update(Organization organization);
}
