package dev.agentmailbox.memory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until it is moved, so that a test decides what time it is. Views in
 * other zones made by {@link #withZone} move with it.
 *
 * <p>Thread safe.
 */
public final class SettableClock extends Clock {
  private final AtomicReference<Instant> now;
  private final ZoneId zone;

  private SettableClock(AtomicReference<Instant> now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  /** A clock that shows this moment, in UTC. */
  public static SettableClock at(Instant start) {
    return new SettableClock(new AtomicReference<>(start), ZoneOffset.UTC);
  }

  /** A clock that shows a moment written as ISO 8601, for example {@code 2026-01-01T00:00:00Z}. */
  public static SettableClock at(String start) {
    return at(Instant.parse(start));
  }

  /** Shows another moment from now on, earlier or later. */
  public void set(Instant moment) {
    now.set(moment);
  }

  /**
   * Moves the clock on; a negative duration moves it back.
   *
   * @return what it shows afterwards
   */
  public Instant advance(Duration step) {
    return now.updateAndGet(moment -> moment.plus(step));
  }

  @Override
  public Instant instant() {
    return Objects.requireNonNull(now.get());
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new SettableClock(now, other);
  }

  @Override
  public String toString() {
    return "SettableClock[" + now.get() + "]";
  }
}
