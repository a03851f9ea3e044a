package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A single-use sign-up code for an agent, as stored: only its keyed hash.
 *
 * @param id {@code cod_…}
 * @param pod pod of the agent's inbox
 * @param firstGroup first of the code's two groups, so that humans can tell codes apart
 * @param createdBy {@code usr_…}
 * @param note free text by a human
 */
public record DirectedCode(
    String id,
    Scope pod,
    String hash,
    String firstGroup,
    String createdBy,
    @Nullable String note,
    Life life) {
  /** Timestamps of a code. */
  public record Life(
      Instant createdAt, Instant expiresAt, @Nullable Instant usedAt, @Nullable Instant revokedAt) {
    /** Timestamps of an unused code. */
    public static Life open(Instant createdAt, Instant expiresAt) {
      return new Life(createdAt, expiresAt, null, null);
    }
  }

  public String organizationId() {
    return pod.organizationId();
  }

  public String podId() {
    return pod.id();
  }

  public Instant createdAt() {
    return life.createdAt();
  }

  public Instant expiresAt() {
    return life.expiresAt();
  }

  public @Nullable Instant usedAt() {
    return life.usedAt();
  }

  public @Nullable Instant revokedAt() {
    return life.revokedAt();
  }

  public DirectedCode used(Instant time) {
    return ended(time, null);
  }

  public DirectedCode revoked(Instant time) {
    return ended(null, time);
  }

  private DirectedCode ended(@Nullable Instant usedAt, @Nullable Instant revokedAt) {
    Life ended = new Life(createdAt(), expiresAt(), usedAt, revokedAt);
    return new DirectedCode(id, pod, hash, firstGroup, createdBy, note, ended);
  }

  /** Whether it can be used, or why not. */
  public CodeStatus status(Instant now) {
    return CodeStatus.of(usedAt(), revokedAt(), expiresAt(), now);
  }

  /** Omits the hash. */
  @Override
  public String toString() {
    return "DirectedCode[" + id + "]";
  }
}
