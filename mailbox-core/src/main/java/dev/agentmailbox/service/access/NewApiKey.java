package dev.agentmailbox.service.access;

import dev.agentmailbox.access.Permission;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key to create.
 *
 * @param permissions null for all
 * @param expiresAt null for never
 */
public record NewApiKey(
    String name, @Nullable Set<Permission> permissions, @Nullable Instant expiresAt) {
  public NewApiKey {
    permissions = permissions == null ? null : Set.copyOf(permissions);
  }
}
