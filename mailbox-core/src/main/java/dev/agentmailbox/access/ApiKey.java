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
    Life life) {
  public ApiKey {
    permissions = Set.copyOf(permissions);
  }

  /** When a key was made, changed and last used, and when it ends. */
  public record Life(
      Instant createdAt,
      Instant updatedAt,
      @Nullable Instant usedAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt) {
    /** Of a new key. */
    public static Life since(Instant now, @Nullable Instant expiresAt) {
      return new Life(now, now, null, expiresAt, null);
    }
  }

  public Instant createdAt() {
    return life.createdAt();
  }

  public Instant updatedAt() {
    return life.updatedAt();
  }

  public @Nullable Instant usedAt() {
    return life.usedAt();
  }

  public @Nullable Instant expiresAt() {
    return life.expiresAt();
  }

  public @Nullable Instant revokedAt() {
    return life.revokedAt();
  }

  /** Whether the key opens anything at that moment. */
  public boolean isLive(Instant now) {
    Instant end = expiresAt();
    return revokedAt() == null && (end == null || now.isBefore(end));
  }

  /** The same key, live no longer than that. */
  public ApiKey until(Instant end) {
    Instant before = expiresAt();
    Instant sooner = before != null && before.isBefore(end) ? before : end;
    Life shorter = new Life(createdAt(), updatedAt(), usedAt(), sooner, revokedAt());
    return new ApiKey(id, prefix, hash, name, scope, permissions, restricted, shorter);
  }

  public Optional<Instant> expiry() {
    return Optional.ofNullable(expiresAt());
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "ApiKey[" + id + "]";
  }
}
