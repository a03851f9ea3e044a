package dev.agentmailbox.service.request;

import static dev.agentmailbox.port.ServiceTables.RATE_LIMITS;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.ServiceTables.RateLimit;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The timestamps of some rate limits, locked for one transaction and confined to it. */
public final class RateLimits {
  private final StoreTransaction tx;
  private final Instant now;
  private final Map<String, List<Instant>> moments = new HashMap<>();

  /** Locks these names. */
  public RateLimits(StoreTransaction tx, Instant now, String... names) {
    this.tx = tx;
    this.now = now;
    for (String name : new TreeSet<>(Arrays.asList(names))) {
      moments.put(name, lock(name));
    }
  }

  private List<Instant> lock(String name) {
    Table<RateLimit> limits = tx.table(RATE_LIMITS);
    Optional<RateLimit> known = limits.lock(name);
    if (known.isEmpty()) {
      // A row to lock; it expires at once unless it is written.
      limits.insert(new RateLimit(name, List.of(), now));
      known = limits.lock(name);
    }
    return known
        .filter(limit -> now.isBefore(limit.expiresAt()))
        .map(RateLimit::moments)
        .orElse(List.of());
  }

  private void write(String name, List<Instant> kept, Instant expiresAt) {
    tx.table(RATE_LIMITS).update(new RateLimit(name, kept, expiresAt));
  }

  /** Time until all these limits allow another request; zero when they do now. */
  public Duration wait(String name, SlidingWindow... limits) {
    return Arrays.stream(limits)
        .map(limit -> limit.wait(of(name), now))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * Enforces limits.
   *
   * @throws MailboxException {@code rate_limited} with the time to wait
   */
  public void require(String name, SlidingWindow... limits) {
    refuse(wait(name, limits));
  }

  /** Remaining lockout of this name; zero for none. */
  public Duration locked(String name, SlidingWindow failures) {
    return failures.locked(of(name), now);
  }

  /** Records an action, keeping as many timestamps as these limits need. */
  public void note(String name, SlidingWindow... limits) {
    int maxEvents = Arrays.stream(limits).mapToInt(SlidingWindow::maxEvents).max().orElse(0);
    Duration window =
        Arrays.stream(limits)
            .map(SlidingWindow::window)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    List<Instant> noted = new ArrayList<>(of(name));
    noted.add(now);
    List<Instant> kept =
        List.copyOf(noted.subList(Math.max(0, noted.size() - maxEvents), noted.size()));
    moments.put(name, kept);
    write(name, kept, now.plus(window));
  }

  /** As {@link #note}; discards timestamps from before a lockout that has ended. */
  public void noteAfterLock(String name, SlidingWindow limit) {
    if (of(name).size() >= limit.maxEvents()) {
      moments.put(name, List.of());
    }
    note(name, limit);
  }

  /**
   * Remaining time of a lockout of length {@code lock} that starts at the newest timestamp once the
   * limit is reached; zero for none.
   */
  public Duration untilAfterLast(String name, SlidingWindow limit, Duration lock) {
    List<Instant> noted = of(name);
    if (noted.size() < limit.maxEvents()) {
      return Duration.ZERO;
    }
    Instant end = noted.get(noted.size() - 1).plus(lock);
    return now.isBefore(end) ? Duration.between(now, end) : Duration.ZERO;
  }

  /** Clears the timestamps of this name. */
  public void forget(String name) {
    moments.put(name, List.of());
    write(name, List.of(), now);
  }

  /** Throws {@code rate_limited} unless the wait is zero. */
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
