package dev.agentmailbox.examples.benchmarks;

import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records arrival times of events. Thread safe. */
final class Arrivals {
  private static final Pattern SENDER = Pattern.compile("\"from\":\"s(\\d+)@");
  private static final long LOOK_EVERY_NANOS = 10_000_000;

  private final ConcurrentLinkedQueue<long[]> all = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong last = new AtomicLong();

  /** Records an event, as JSON. */
  void note(CharSequence json) {
    long now = System.nanoTime();
    Matcher sender = SENDER.matcher(json);
    if (sender.find()) {
      all.add(new long[] {Long.parseLong(sender.group(1)), now});
      last.set(now);
      long unused = count.incrementAndGet();
    }
  }

  long count() {
    return count.get();
  }

  /** Arrival time of the last event. */
  long last() {
    return last.get();
  }

  /** Waits for a number of events; false when none arrives for a while. */
  boolean await(long wanted, int quietSeconds) {
    long seen = -1;
    long quietSince = System.nanoTime();
    while (count() < wanted) {
      if (count() != seen) {
        seen = count();
        quietSince = System.nanoTime();
      } else if (System.nanoTime() - quietSince > quietSeconds * 1_000_000_000L) {
        return false;
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    return true;
  }

  /**
   * Statistics of latencies from 250 to arrival.
   *
   * @param first first message number; earlier ones are warm-up
   */
  String latencies(PacedMail mail, int first) {
    double[] millis =
        all.stream()
            .filter(arrival -> arrival[0] >= first)
            .mapToDouble(arrival -> Math.max(0, arrival[1] - accepted(mail, arrival)) / 1e6)
            .sorted()
            .toArray();
    return String.format(
        Locale.ROOT,
        "%d arrived; median %.1f ms, p95 %.1f ms, p99 %.1f ms, most %.1f ms",
        millis.length,
        at(millis, 50),
        at(millis, 95),
        at(millis, 99),
        at(millis, 100));
  }

  /** The event may arrive before the sender has read its 250. */
  private static long accepted(PacedMail mail, long[] arrival) {
    long time = mail.acceptedAt((int) arrival[0]);
    return time == 0 ? arrival[1] : time;
  }

  private static double at(double[] sorted, int percent) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }
}
