package dev.agentmailbox.store.jdbc.sql;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A closed time range, in milliseconds since 1970.
 *
 * @param first the earliest
 * @param last the latest
 */
public record TimeRange(long first, long last) {
  public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  /** From one instant (inclusive) to another (exclusive); null for no bound. */
  public static TimeRange between(@Nullable Instant from, @Nullable Instant before) {
    return new TimeRange(
        from == null ? Long.MIN_VALUE : Times.of(from),
        before == null ? Long.MAX_VALUE : Times.of(before) - 1);
  }

  public boolean isEmpty() {
    return first > last;
  }

  /** The part not before a time. */
  public TimeRange since(long time) {
    return new TimeRange(Math.max(first, time), last);
  }

  /** The part not after a time. */
  public TimeRange until(long time) {
    return new TimeRange(first, Math.min(last, time));
  }

  /** The intersection. */
  public TimeRange inside(TimeRange other) {
    return since(other.first).until(other.last);
  }

  /** The smallest range that covers both. */
  public TimeRange and(TimeRange other) {
    return new TimeRange(Math.min(first, other.first), Math.max(last, other.last));
  }
}
