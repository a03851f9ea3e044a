package dev.agentmailbox.account;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who pays and who is limited.
 *
 * @param id {@code org_…}
 * @param serviceDomain the mail domain its inboxes get, lower case
 * @param inboxCount inboxes that exist now
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
   * What it may do.
   *
   * @param suspendedReason why sending is paused; null while it is on
   */
  public record Rules(Plan plan, @Nullable String suspendedReason, Policy policy) {}

  /** An organization without inboxes that may send and has no policy of its own. */
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

  /** The same organization with another plan. */
  public Organization withPlan(Plan changed, Instant now) {
    return with(new Rules(changed, suspendedReason(), policy()), now);
  }

  /** The same organization with sending paused for that reason; null lets it send again. */
  public Organization withSuspension(@Nullable String reason, Instant now) {
    return with(new Rules(plan(), reason, policy()), now);
  }

  /** The same organization with another policy. */
  public Organization withPolicy(Policy changed, Instant now) {
    return with(new Rules(plan(), suspendedReason(), changed), now);
  }

  private Organization with(Rules changed, Instant now) {
    return new Organization(id, name, serviceDomain, changed, inboxCount, createdAt, now);
  }
}
