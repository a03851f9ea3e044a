package dev.agentmailbox.service.sending;

import dev.agentmailbox.service.sending.release.CheckReport;
import java.util.List;
import java.util.Locale;

/**
 * Result of a dry run.
 *
 * @param checks all twelve, evaluated independently, in order
 */
public record DryRun(Would would, List<CheckReport> checks) {
  public DryRun {
    checks = List.copyOf(checks);
  }

  /** Predicted outcome. */
  public enum Would {
    /** Handed over, immediately or at the scheduled time. */
    SENT,
    PENDING_APPROVAL,
    REFUSED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static DryRun of(List<CheckReport> checks) {
    if (checks.stream().anyMatch(check -> check.error().isPresent())) {
      return new DryRun(Would.REFUSED, checks);
    }
    boolean pending = checks.stream().anyMatch(check -> !check.passed());
    return new DryRun(pending ? Would.PENDING_APPROVAL : Would.SENT, checks);
  }
}
