package dev.agentmailbox.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A group of inboxes within an organization.
 *
 * @param id {@code pod_…}
 * @param clientId client-assigned identifier, unique within the organization; null for none
 */
public record Pod(
    String id,
    String organizationId,
    String name,
    @Nullable String clientId,
    int inboxCount,
    Policy policy,
    Instant createdAt,
    Instant updatedAt) {
  /** Name of the pod every organization has and that cannot be deleted. */
  public static final String DEFAULT_NAME = "default";

  public Pod withPolicy(Policy changed, Instant now) {
    return new Pod(id, organizationId, name, clientId, inboxCount, changed, createdAt, now);
  }

  public Pod withInboxes(int count) {
    return new Pod(id, organizationId, name, clientId, count, policy, createdAt, updatedAt);
  }

  public boolean isDefault() {
    return name.equals(DEFAULT_NAME);
  }
}
