package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Membership;
import dev.agentmailbox.page.PageRequest;
import java.util.List;
import java.util.Optional;

/** Who belongs to which organization. */
public interface MemberStore {
  /** Returns false when the person is a member already, or is asked to become one. */
  boolean insert(Membership membership);

  Optional<Membership> find(String organizationId, String userId);

  /** As {@link #find}, and the row stays locked until the transaction ends. */
  Optional<Membership> lock(String organizationId, String userId);

  /**
   * All memberships of a person, pending ones too, by (createdAt, organizationId), oldest first.
   */
  List<Membership> ofHuman(String userId);

  /** By (createdAt, userId); one item more than the limit when there are more. */
  List<Membership> list(String organizationId, PageRequest page);

  /** The owners, without those who have not accepted yet. */
  List<Membership> owners(String organizationId);

  /**
   * As {@link #owners}; none of them can be changed by another transaction before this one ends, so
   * that of two owners who leave at once one stays.
   */
  List<Membership> lockOwners(String organizationId);

  /** Writes role, status and updatedAt. */
  void update(Membership membership);

  /** Returns false when there was none. */
  boolean delete(String organizationId, String userId);
}
