package dev.agentmailbox.store.jdbc.sql;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times of a range, in milliseconds since 1970, both ends included.
 *
 * @param first the earliest
 * @param last the latest
 */
public record Window(long first, long last) {
  public static final Window ALL = new Window(Long.MIN_VALUE, Long.MAX_VALUE);

  /** From one instant on, before another; null for no bound. */
  public static Window between(@Nullable Instant from, @Nullable Instant before) {
    return new Window(
        from == null ? Long.MIN_VALUE : Times.of(from),
        before == null ? Long.MAX_VALUE : Times.of(before) - 1);
  }

  public boolean isEmpty() {
    return first > last;
  }

  /** What of it is not before that time. */
  public Window since(long time) {
    return new Window(Math.max(first, time), last);
  }

  /** What of it is not after that time. */
  public Window until(long time) {
    return new Window(first, Math.min(last, time));
  }

  /** What both have. */
  public Window inside(Window other) {
    return since(other.first).until(other.last);
  }

  /** From the beginning of the earlier to the end of the later one. */
  public Window and(Window other) {
    return new Window(Math.min(first, other.first), Math.max(last, other.last));
  }
}
