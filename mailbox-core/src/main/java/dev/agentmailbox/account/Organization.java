package dev.agentmailbox.account;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The unit of billing and limits.
 *
 * @param id {@code org_…}
 * @param serviceDomain mail domain of its inboxes, lower case
 * @param inboxCount current number of inboxes
 */
public record Organization(
    String id,
    String name,
    String serviceDomain,
    Rules rules,
    int inboxCount,
    Instant createdAt,
    Instant updatedAt) {
  /**
   * Plan, suspension and policy.
   *
   * @param suspendedReason why sending is suspended; null when it is not
   */
  public record Rules(Plan plan, @Nullable String suspendedReason, Policy policy) {}

  /** A new organization without inboxes or a policy of its own. */
  public static Organization made(
      String id, String name, String serviceDomain, Plan plan, Instant now) {
    return new Organization(
        id, name, serviceDomain, new Rules(plan, null, Policy.INHERIT), 0, now, now);
  }

  public Plan plan() {
    return rules.plan();
  }

  public @Nullable String suspendedReason() {
    return rules.suspendedReason();
  }

  public Policy policy() {
    return rules.policy();
  }

  public boolean isSuspended() {
    return suspendedReason() != null;
  }

  public Optional<String> suspension() {
    return Optional.ofNullable(suspendedReason());
  }

  public Organization withName(String changed, Instant now) {
    return new Organization(id, changed, serviceDomain, rules, inboxCount, createdAt, now);
  }

  public Organization withPlan(Plan changed, Instant now) {
    return with(new Rules(changed, suspendedReason(), policy()), now);
  }

  /** With sending suspended for this reason; null lifts the suspension. */
  public Organization withSuspension(@Nullable String reason, Instant now) {
    return with(new Rules(plan(), reason, policy()), now);
  }

  public Organization withPolicy(Policy changed, Instant now) {
    return with(new Rules(plan(), suspendedReason(), changed), now);
  }

  private Organization with(Rules changed, Instant now) {
    return new Organization(id, name, serviceDomain, changed, inboxCount, createdAt, now);
  }
}
