package dev.agentmailbox.port;

import dev.agentmailbox.account.Membership;
import dev.agentmailbox.page.PageRequest;
import java.util.List;
import java.util.Optional;

/** Who belongs to which organization. */
public interface MemberStore {
  /** Returns false when the person is a member already. */
  boolean insert(Membership membership);

  Optional<Membership> find(String organizationId, String userId);

  /** All memberships of a person, by (createdAt, organizationId), oldest first. */
  List<Membership> ofHuman(String userId);

  /** By (createdAt, userId); one item more than the limit when there are more. */
  List<Membership> list(String organizationId, PageRequest page);

  /**
   * The owners; none of them can be changed by another transaction before this one ends, so that of
   * two owners who leave at once one stays.
   */
  List<Membership> lockOwners(String organizationId);

  /** Writes role and updatedAt. */
  void update(Membership membership);

  /** Returns false when there was none. */
  boolean delete(String organizationId, String userId);
}
