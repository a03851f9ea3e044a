package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key as stored: its secret is not here, only the hash of the whole key.
 *
 * @param id {@code key_…}
 * @param prefix the public part between {@code sk_} and the secret; unique
 * @param hash SHA-256 of the whole key, 64 lower-case hexadecimal characters
 * @param restricted a sign-up key before its inbox was claimed
 */
public record ApiKey(
    String id,
    String prefix,
    String hash,
    String name,
    Scope scope,
    Set<Permission> permissions,
    boolean restricted,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant usedAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {
  public ApiKey {
    permissions = Set.copyOf(permissions);
  }

  /** Whether the key opens anything at that moment. */
  public boolean isLive(Instant now) {
    return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
  }

  /** The same key, live no longer than that. */
  public ApiKey until(Instant end) {
    boolean sooner = expiresAt != null && expiresAt.isBefore(end);
    return new ApiKey(
        id,
        prefix,
        hash,
        name,
        scope,
        permissions,
        restricted,
        createdAt,
        updatedAt,
        usedAt,
        sooner ? expiresAt : end,
        revokedAt);
  }

  public Optional<Instant> expiry() {
    return Optional.ofNullable(expiresAt);
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "ApiKey[" + id + "]";
  }
}
