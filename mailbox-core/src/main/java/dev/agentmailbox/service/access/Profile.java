package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_HUMAN;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A signed-in human's profile.
 *
 * @param organizations in the order the human was added, including pending memberships
 * @param organizationId current organization; null for none
 * @param verifiedUntil end of the step-up period
 */
public record Profile(
    Human human,
    List<Belonging> organizations,
    @Nullable String organizationId,
    Instant verifiedUntil) {
  public Profile {
    organizations = List.copyOf(organizations);
  }

  /** Membership in one organization. */
  public record Belonging(
      String organizationId, String name, Role role, Membership.Status status) {}

  public static Profile of(StoreTransaction tx, Human human, Session session) {
    List<Membership> memberships = tx.table(MEMBERS).list(MEMBERS_OF_HUMAN, human.id());
    return new Profile(
        human,
        memberships.stream().map(membership -> belonging(tx, membership)).toList(),
        new Standing(session, human, memberships).organizationId().orElse(null),
        session.verifiedUntil());
  }

  private static Belonging belonging(StoreTransaction tx, Membership membership) {
    String name =
        tx.organizations().find(membership.organizationId()).map(Organization::name).orElse("");
    return new Belonging(membership.organizationId(), name, membership.role(), membership.status());
  }
}
