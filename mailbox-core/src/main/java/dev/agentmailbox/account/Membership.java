package dev.agentmailbox.account;

import dev.agentmailbox.access.Role;
import java.time.Instant;
import java.util.Locale;

/**
 * A human's membership in an organization, active or pending.
 *
 * @param createdAt when the human was added
 */
public record Membership(
    String organizationId,
    String userId,
    Role role,
    Status status,
    Instant createdAt,
    Instant updatedAt) {
  /** Whether the human accepted the membership. */
  public enum Status {
    /** Not accepted yet; grants no access. */
    PENDING,
    /** Accepted. */
    ACTIVE;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean isActive() {
    return status == Status.ACTIVE;
  }

  public Membership withRole(Role changed, Instant now) {
    return changed == role
        ? this
        : new Membership(organizationId, userId, changed, status, createdAt, now);
  }

  /** Accepted by the human. */
  public Membership accepted(Instant now) {
    return new Membership(organizationId, userId, role, Status.ACTIVE, createdAt, now);
  }
}
