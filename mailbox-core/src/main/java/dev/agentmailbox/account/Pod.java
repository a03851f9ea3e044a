package dev.agentmailbox.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A group of inboxes inside an organization.
 *
 * @param id {@code pod_…}
 * @param clientId the caller's own handle, unique within the organization
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
  /** The pod that every organization has and that cannot be deleted. */
  public static final String DEFAULT_NAME = "default";

  /** The same pod with another policy. */
  public Pod withPolicy(Policy changed, Instant now) {
    return new Pod(id, organizationId, name, clientId, inboxCount, changed, createdAt, now);
  }

  public boolean isDefault() {
    return name.equals(DEFAULT_NAME);
  }
}
