package dev.agentmailbox.service;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The moments that some limits look at, locked for one transaction. Belongs to that transaction.
 */
public final class RateLimits {
  private final StoreTransaction tx;
  private final Instant now;
  private final Map<String, List<Instant>> moments = new HashMap<>();

  /** Locks these names. */
  public RateLimits(StoreTransaction tx, Instant now, String... names) {
    this.tx = tx;
    this.now = now;
    for (String name : new TreeSet<>(Arrays.asList(names))) {
      moments.put(name, tx.rateLimits().lock(name, now));
    }
  }

  /** How long until all these limits allow one more. */
  public Duration wait(String name, SlidingWindow... limits) {
    return Arrays.stream(limits)
        .map(limit -> limit.wait(of(name), now))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * Refuses what is over a limit that may be told.
   *
   * @throws MailboxException {@code rate_limited} with the time to wait
   */
  public void require(String name, SlidingWindow... limits) {
    refuse(wait(name, limits));
  }

  /** How long a lock on this name still holds. */
  public Duration locked(String name, SlidingWindow failures) {
    return failures.locked(of(name), now);
  }

  /** Counts one more, as far back as these limits look. */
  public void note(String name, SlidingWindow... limits) {
    int most = Arrays.stream(limits).mapToInt(SlidingWindow::most).max().orElse(0);
    Duration window =
        Arrays.stream(limits)
            .map(SlidingWindow::window)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    List<Instant> noted = new ArrayList<>(of(name));
    noted.add(now);
    List<Instant> kept = List.copyOf(noted.subList(Math.max(0, noted.size() - most), noted.size()));
    moments.put(name, kept);
    tx.rateLimits().put(name, kept, now.plus(window));
  }

  /** As {@link #note}; what was noted before a lock that has ended is forgotten. */
  public void noteAfterLock(String name, SlidingWindow limit) {
    if (of(name).size() >= limit.most()) {
      moments.put(name, List.of());
    }
    note(name, limit);
  }

  /** How long a lock still holds that begins with the last of so many and lasts that long. */
  public Duration untilAfterLast(String name, SlidingWindow limit, Duration lock) {
    List<Instant> noted = of(name);
    if (noted.size() < limit.most()) {
      return Duration.ZERO;
    }
    Instant end = noted.get(noted.size() - 1).plus(lock);
    return now.isBefore(end) ? Duration.between(now, end) : Duration.ZERO;
  }

  /** Nothing happened under this name. */
  public void forget(String name) {
    moments.put(name, List.of());
    tx.rateLimits().put(name, List.of(), now);
  }

  /** Refuses when there is something to wait for. */
  public static void refuse(Duration wait) {
    if (!wait.isZero()) {
      throw MailboxException.of(ErrorCode.RATE_LIMITED, "too many requests or attempts")
          .retryAfter(wait);
    }
  }

  private List<Instant> of(String name) {
    return moments.getOrDefault(name, List.of());
  }
}
