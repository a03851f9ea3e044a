package dev.agentmailbox.service.policy;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;

/** Loads effective policies. */
public final class PolicyLoader {
  private PolicyLoader() {}

  /** The effective policy of an inbox. */
  public static EffectivePolicy of(StoreTransaction tx, Inbox inbox) {
    return EffectivePolicy.of(
        organization(tx, inbox.scope()), pod(tx, inbox.scope()), inbox.policy());
  }

  /** As {@link #of(StoreTransaction, Inbox)}, with the organization already loaded. */
  public static EffectivePolicy of(StoreTransaction tx, Organization organization, Inbox inbox) {
    return EffectivePolicy.of(organization.policy(), pod(tx, inbox.scope()), inbox.policy());
  }

  /** The effective policy of an organization, a pod or an inbox. */
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
