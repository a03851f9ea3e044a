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
 * @param suspendedReason why sending is paused; null while it is on
 */
public record Organization(
    String id,
    String name,
    String serviceDomain,
    Plan plan,
    int inboxCount,
    @Nullable String suspendedReason,
    Policy policy,
    Instant createdAt,
    Instant updatedAt) {
  public boolean isSuspended() {
    return suspendedReason != null;
  }

  public Optional<String> suspension() {
    return Optional.ofNullable(suspendedReason);
  }

  /** The same organization with sending paused for that reason; null lets it send again. */
  public Organization withSuspension(@Nullable String reason, Instant now) {
    return new Organization(
        id, name, serviceDomain, plan, inboxCount, reason, policy, createdAt, now);
  }

  /** The same organization with another policy. */
  public Organization withPolicy(Policy changed, Instant now) {
    return new Organization(
        id, name, serviceDomain, plan, inboxCount, suspendedReason, changed, createdAt, now);
  }
}
