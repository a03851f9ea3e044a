package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Membership;
import dev.agentmailbox.page.PageRequest;
import java.util.List;
import java.util.Optional;

/** Memberships of humans in organizations. */
public interface MemberStore {
  /** Returns false when the human already has a membership, active or pending. */
  boolean insert(Membership membership);

  Optional<Membership> find(String organizationId, String userId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<Membership> lock(String organizationId, String userId);

  /**
   * All memberships of a human, including pending ones, by (createdAt, organizationId), oldest
   * first.
   */
  List<Membership> ofHuman(String userId);

  /** By (createdAt, userId). */
  List<Membership> list(String organizationId, PageRequest page);

  /** The active owners, by (createdAt, userId), oldest first. */
  List<Membership> owners(String organizationId);

  /**
   * As {@link #owners}, and no other transaction can change any of them before this one ends, so
   * that two owners cannot leave concurrently and leave none.
   */
  List<Membership> lockOwners(String organizationId);

  /** Writes role, status and updatedAt. */
  void update(Membership membership);

  /** Returns false when there is no such membership. */
  boolean delete(String organizationId, String userId);
}
