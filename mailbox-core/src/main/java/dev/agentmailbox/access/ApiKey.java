package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key, as stored: only the hash of the full key.
 *
 * @param id {@code key_…}
 * @param prefix the public part between {@code sk_} and the secret; unique
 * @param hash SHA-256 of the full key, 64 lower-case hexadecimal characters
 * @param restricted a sign-up key whose inbox has not been claimed
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

  /** Timestamps of a key. */
  public record Life(
      Instant createdAt,
      Instant updatedAt,
      @Nullable Instant usedAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt) {
    /** Timestamps of a new key. */
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

  /** Whether the key is valid at that time: neither expired nor revoked. */
  public boolean isLive(Instant now) {
    Instant end = expiresAt();
    return revokedAt() == null && (end == null || now.isBefore(end));
  }

  /** With an expiry no later than {@code end}. */
  public ApiKey until(Instant end) {
    Instant before = expiresAt();
    Instant sooner = before != null && before.isBefore(end) ? before : end;
    Life shorter = new Life(createdAt(), updatedAt(), usedAt(), sooner, revokedAt());
    return new ApiKey(id, prefix, hash, name, scope, permissions, restricted, shorter);
  }

  public Optional<Instant> expiry() {
    return Optional.ofNullable(expiresAt());
  }

  /** Omits the hash. */
  @Override
  public String toString() {
    return "ApiKey[" + id + "]";
  }
}
