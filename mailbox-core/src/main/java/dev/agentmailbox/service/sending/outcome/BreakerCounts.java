package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;

/**
 * What the breaker judges by. Pure.
 *
 * @param handedOver recipients a next hop took
 * @param bounced recipients refused for good
 * @param complained complaints that count
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

  /** A recipient refused at once was never handed over, so there can be more of them. */
  private double rate(long count) {
    return count == 0 ? 0 : (double) count / Math.max(count, handedOver);
  }

  private static long sum(List<UsageDay> days, Counter counter) {
    return days.stream().mapToLong(day -> day.get(counter)).sum();
  }

  /**
   * What no longer counts.
   *
   * @param date everything before this UTC day
   * @param counts and so much of this day
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
