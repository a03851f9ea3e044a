package dev.agentmailbox.account;

import dev.agentmailbox.access.Role;
import java.time.Instant;
import java.util.Locale;

/**
 * That a person belongs to an organization, or is asked to.
 *
 * @param createdAt when the person was added
 */
public record Membership(
    String organizationId,
    String userId,
    Role role,
    Status status,
    Instant createdAt,
    Instant updatedAt) {
  /** Whether the person wants it. */
  public enum Status {
    /** The person has not accepted yet and may do nothing there. */
    PENDING,
    /** The person belongs to the organization. */
    ACTIVE;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean isActive() {
    return status == Status.ACTIVE;
  }

  /** The same with that role. */
  public Membership withRole(Role changed, Instant now) {
    return changed == role
        ? this
        : new Membership(organizationId, userId, changed, status, createdAt, now);
  }

  /** The same, accepted by its person. */
  public Membership accepted(Instant now) {
    return new Membership(organizationId, userId, role, Status.ACTIVE, createdAt, now);
  }
}
