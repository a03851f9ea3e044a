package dev.agentmailbox.memory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock for tests that changes only when set. Views in other zones made by {@link #withZone}
 * follow it.
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

  /** A clock set to this instant, in UTC. */
  public static SettableClock at(Instant start) {
    return new SettableClock(new AtomicReference<>(start), ZoneOffset.UTC);
  }

  /** A clock set to an ISO 8601 instant, for example {@code 2026-01-01T00:00:00Z}. */
  public static SettableClock at(String start) {
    return at(Instant.parse(start));
  }

  /** Sets the clock, forwards or backwards. */
  public void set(Instant moment) {
    now.set(moment);
  }

  /**
   * Advances the clock; a negative duration sets it back.
   *
   * @return the new time
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
