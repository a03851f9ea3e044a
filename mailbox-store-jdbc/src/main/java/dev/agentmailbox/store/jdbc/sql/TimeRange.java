package dev.agentmailbox.store.jdbc.sql;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times of a range, in milliseconds since 1970, both ends included.
 *
 * @param first the earliest
 * @param last the latest
 */
public record TimeRange(long first, long last) {
  public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  /** From one instant on, before another; null for no bound. */
  public static TimeRange between(@Nullable Instant from, @Nullable Instant before) {
    return new TimeRange(
        from == null ? Long.MIN_VALUE : Times.of(from),
        before == null ? Long.MAX_VALUE : Times.of(before) - 1);
  }

  public boolean isEmpty() {
    return first > last;
  }

  /** What of it is not before that time. */
  public TimeRange since(long time) {
    return new TimeRange(Math.max(first, time), last);
  }

  /** What of it is not after that time. */
  public TimeRange until(long time) {
    return new TimeRange(first, Math.min(last, time));
  }

  /** What both have. */
  public TimeRange inside(TimeRange other) {
    return since(other.first).until(other.last);
  }

  /** From the beginning of the earlier to the end of the later one. */
  public TimeRange and(TimeRange other) {
    return new TimeRange(Math.min(first, other.first), Math.max(last, other.last));
  }
}
