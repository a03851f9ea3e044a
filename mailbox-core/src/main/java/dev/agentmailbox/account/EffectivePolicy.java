package dev.agentmailbox.account;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * The policy in effect for one inbox after inheritance; every field has a value.
 *
 * @param duplicateWindow zero when duplicate detection is off
 * @param retentionDays 0 when mail is kept until it is deleted
 */
public record EffectivePolicy(
    Set<String> approvalFlags,
    boolean allowBcc,
    Set<String> hold,
    boolean autoSubmitted,
    Duration duplicateWindow,
    NoticePolicy approvalNotices,
    int retentionDays,
    boolean legalHold) {

  /** Merges the three levels; the narrower level wins. */
  public static EffectivePolicy of(Policy organization, Policy pod, Policy inbox) {
    Policy p = inbox.over(pod).over(organization).over(Policy.DEFAULT);
    return new EffectivePolicy(
        Set.copyOf(Objects.requireNonNull(p.approvalFlags())),
        Objects.requireNonNull(p.allowBcc()),
        Set.copyOf(Objects.requireNonNull(p.hold())),
        Objects.requireNonNull(p.autoSubmitted()),
        Duration.ofSeconds(Objects.requireNonNull(p.duplicateWindowSeconds())),
        Objects.requireNonNull(p.approvalNotices()),
        Objects.requireNonNull(p.retentionDays()),
        Objects.requireNonNull(p.legalHold()));
  }
}
