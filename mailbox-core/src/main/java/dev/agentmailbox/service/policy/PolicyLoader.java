package dev.agentmailbox.service.policy;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;

/** Reads the policy that holds at a level, with what it inherits. */
public final class PolicyLoader {
  private PolicyLoader() {}

  /** The policy of an inbox over those of its pod and its organization. */
  public static EffectivePolicy of(StoreTransaction tx, Inbox inbox) {
    return EffectivePolicy.of(
        organization(tx, inbox.scope()), pod(tx, inbox.scope()), inbox.policy());
  }

  /** As {@link #of(StoreTransaction, Inbox)}, with the organization at hand. */
  public static EffectivePolicy of(StoreTransaction tx, Organization organization, Inbox inbox) {
    return EffectivePolicy.of(organization.policy(), pod(tx, inbox.scope()), inbox.policy());
  }

  /** The policy that holds at an organization, a pod or an inbox. */
  public static EffectivePolicy at(StoreTransaction tx, Scope level) {
    Policy inbox =
        level
            .inbox()
            .flatMap(address -> tx.inboxes().find(level, address))
            .map(Inbox::policy)
            .orElse(Policy.INHERIT);
    return EffectivePolicy.of(organization(tx, level), pod(tx, level), inbox);
  }

  private static Policy organization(StoreTransaction tx, Scope level) {
    return tx.organizations()
        .find(level.organizationId())
        .map(Organization::policy)
        .orElse(Policy.INHERIT);
  }

  private static Policy pod(StoreTransaction tx, Scope level) {
    return level
        .pod()
        .flatMap(id -> tx.pods().find(Scope.organization(level.organizationId()), id))
        .map(Pod::policy)
        .orElse(Policy.INHERIT);
  }
}
