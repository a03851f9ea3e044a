package dev.agentmailbox.account;

import dev.agentmailbox.access.Role;
import java.time.Instant;

/**
 * That a person belongs to an organization.
 *
 * @param createdAt when the person joined
 */
public record Membership(
    String organizationId, String userId, Role role, Instant createdAt, Instant updatedAt) {}
