package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;

/**
 * The breaker's counts. Pure.
 *
 * @param handedOver recipients accepted by a next hop
 * @param bounced counted bounces
 * @param complained counted complaints
 */
record BreakerCounts(long handedOver, long bounced, long complained) {
  static BreakerCounts of(List<UsageDay> days) {
    return new BreakerCounts(
        sum(days, Counter.SENT_RECIPIENTS),
        sum(days, Counter.BOUNCED_PERMANENTLY),
        sum(days, Counter.COMPLAINED_AUTHENTICATED));
  }

  BreakerCounts plus(BreakerCounts more) {
    return new BreakerCounts(
        handedOver + more.handedOver, bounced + more.bounced, complained + more.complained);
  }

  BreakerCounts withoutHandedOver() {
    return new BreakerCounts(0, bounced, complained);
  }

  BreakerCounts minus(BreakerCounts less) {
    return new BreakerCounts(
        Math.max(0, handedOver - less.handedOver),
        Math.max(0, bounced - less.bounced),
        Math.max(0, complained - less.complained));
  }

  double bounceRate() {
    return rate(bounced);
  }

  double complaintRate() {
    return rate(complained);
  }

  /** Recipients refused in the hand-over were not handed over, so the quotient can exceed 1. */
  private double rate(long count) {
    return count == 0 ? 0 : (double) count / Math.max(count, handedOver);
  }

  private static long sum(List<UsageDay> days, Counter counter) {
    return days.stream().mapToLong(day -> day.get(counter)).sum();
  }

  /**
   * Counts excluded by a resume.
   *
   * @param date days before this UTC day are excluded
   * @param counts counts excluded from that day
   */
  record Forgiven(LocalDate date, BreakerCounts counts) {
    String text() {
      return date + " " + counts.handedOver + " " + counts.bounced + " " + counts.complained;
    }

    static Forgiven read(String text) {
      String[] parts = text.split(" ", -1);
      return new Forgiven(
          LocalDate.parse(parts[0]),
          new BreakerCounts(
              Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3])));
    }
  }
}
