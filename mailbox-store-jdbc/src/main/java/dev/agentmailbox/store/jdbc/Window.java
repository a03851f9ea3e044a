package dev.agentmailbox.store.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times of a range, in milliseconds since 1970, both ends included.
 *
 * @param first the earliest
 * @param last the latest
 */
record Window(long first, long last) {
  static final Window ALL = new Window(Long.MIN_VALUE, Long.MAX_VALUE);

  /** From one instant on, before another; null for no bound. */
  static Window between(@Nullable Instant from, @Nullable Instant before) {
    return new Window(
        from == null ? Long.MIN_VALUE : Times.of(from),
        before == null ? Long.MAX_VALUE : Times.of(before) - 1);
  }
}
