package dev.agentmailbox.operation;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.List;

/**
 * Who a signed-in human is.
 *
 * @param organizations in the order the human joined them; operations act in the first
 * @param verifiedUntil until then no step-up is needed
 */
public record Profile(Human human, List<Belonging> organizations, Instant verifiedUntil) {
  public Profile {
    organizations = List.copyOf(organizations);
  }

  /** What the human is in one organization. */
  public record Belonging(String organizationId, String name, Role role) {}

  static Profile of(StoreTransaction tx, Human human, Session session) {
    List<Belonging> organizations =
        tx.members().ofHuman(human.id()).stream()
            .map(membership -> belonging(tx, membership))
            .toList();
    return new Profile(human, organizations, session.verifiedUntil());
  }

  private static Belonging belonging(StoreTransaction tx, Membership membership) {
    String name =
        tx.organizations().find(membership.organizationId()).map(Organization::name).orElse("");
    return new Belonging(membership.organizationId(), name, membership.role());
  }
}
