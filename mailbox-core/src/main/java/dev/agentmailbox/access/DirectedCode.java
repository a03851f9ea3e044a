package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A code with which an agent signs up once, as stored: the code is not here, only its keyed hash.
 *
 * @param id {@code cod_…}
 * @param pod where the agent's inbox is made
 * @param firstGroup the first of the code's two groups, for people to tell codes apart
 * @param createdBy {@code usr_…}
 * @param note a human's own words
 */
public record DirectedCode(
    String id,
    Scope pod,
    String hash,
    String firstGroup,
    String createdBy,
    @Nullable String note,
    Life life) {
  /** When a code was made and when it ended. */
  public record Life(
      Instant createdAt, Instant expiresAt, @Nullable Instant usedAt, @Nullable Instant revokedAt) {
    /** Of a code that was neither used nor revoked. */
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

  /** The same code, used at that time. */
  public DirectedCode used(Instant time) {
    return ended(time, null);
  }

  /** The same code, revoked at that time. */
  public DirectedCode revoked(Instant time) {
    return ended(null, time);
  }

  private DirectedCode ended(@Nullable Instant usedAt, @Nullable Instant revokedAt) {
    Life ended = new Life(createdAt(), expiresAt(), usedAt, revokedAt);
    return new DirectedCode(id, pod, hash, firstGroup, createdBy, note, ended);
  }

  /** What can still be done with it. */
  public CodeStatus status(Instant now) {
    return CodeStatus.of(usedAt(), revokedAt(), expiresAt(), now);
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "DirectedCode[" + id + "]";
  }
}
