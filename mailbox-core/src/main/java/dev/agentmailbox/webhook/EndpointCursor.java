package dev.agentmailbox.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the work for one endpoint has come.
 *
 * @param cursor number of the last event of the log that is dealt with
 */
public record EndpointCursor(
    String organizationId,
    String webhookId,
    boolean enabled,
    long cursor,
    Schedule schedule,
    Attempts attempts) {
  // spec Webhooks.10, Rates.9
  /** Attempts an endpoint gets in {@link #WINDOW}. */
  public static final int MAX_ATTEMPTS = 60;

  /** What {@link #MAX_ATTEMPTS} are counted over. */
  public static final Duration WINDOW = Duration.ofMinutes(1);

  /**
   * When the endpoint is worked on.
   *
   * @param dueAt when there is work even if nothing happens; null for none
   * @param leaseUntil the process that works on the endpoint has it until then
   */
  public record Schedule(@Nullable Instant dueAt, Instant leaseUntil) {
    static final Schedule IDLE = new Schedule(null, Instant.EPOCH);
  }

  /**
   * How the latest attempts went.
   *
   * @param failingSince the first failure after the last success; null while it succeeds
   * @param holdUntil nothing is sent before; null for no hold
   * @param recent times of the latest attempts, oldest first
   */
  public record Attempts(
      @Nullable Instant failingSince, @Nullable Instant holdUntil, List<Instant> recent) {
    static final Attempts NONE = new Attempts(null, null, List.of());

    public Attempts {
      recent = List.copyOf(recent);
    }
  }

  /** A run that starts after that event. */
  public static EndpointCursor after(String organizationId, String webhookId, long cursor) {
    return new EndpointCursor(
        organizationId, webhookId, true, cursor, Schedule.IDLE, Attempts.NONE);
  }

  public @Nullable Instant dueAt() {
    return schedule.dueAt();
  }

  public Instant leaseUntil() {
    return schedule.leaseUntil();
  }

  public @Nullable Instant failingSince() {
    return attempts.failingSince();
  }

  public @Nullable Instant holdUntil() {
    return attempts.holdUntil();
  }

  public List<Instant> recent() {
    return attempts.recent();
  }

  /** Attempts that may be made at once. */
  public int free(Instant now) {
    Instant edge = now.minus(WINDOW);
    return MAX_ATTEMPTS - (int) recent().stream().filter(time -> time.isAfter(edge)).count();
  }

  /** When the next attempt may be made: now, or when the minute or the hold is over. */
  public Instant mayStart(Instant now) {
    Instant start = now;
    if (free(now) <= 0) {
      start = recent().get(recent().size() - MAX_ATTEMPTS).plus(WINDOW);
    }
    Instant hold = holdUntil();
    return hold != null && hold.isAfter(start) ? hold : start;
  }

  /** The same run with one more attempt noted. */
  public EndpointCursor attempted(Instant time) {
    List<Instant> more = new ArrayList<>(recent());
    more.add(time);
    List<Instant> kept =
        more.size() > MAX_ATTEMPTS ? more.subList(more.size() - MAX_ATTEMPTS, more.size()) : more;
    return with(new Attempts(failingSince(), holdUntil(), kept));
  }

  public EndpointCursor withCursor(long sequence) {
    return new EndpointCursor(organizationId, webhookId, enabled, sequence, schedule, attempts);
  }

  /** Taken until then; due again at that time, should the taker not come back. */
  public EndpointCursor leased(Instant until) {
    return with(new Schedule(until, until));
  }

  /** Given back. */
  public EndpointCursor released(@Nullable Instant due) {
    return with(new Schedule(due, Instant.EPOCH));
  }

  public EndpointCursor failing(@Nullable Instant since) {
    return with(new Attempts(since, holdUntil(), recent()));
  }

  public EndpointCursor held(@Nullable Instant until) {
    return with(new Attempts(failingSince(), until, recent()));
  }

  /** Stopped: nothing is due, and no process has it any more. */
  public EndpointCursor stopped() {
    return new EndpointCursor(
        organizationId,
        webhookId,
        false,
        cursor,
        Schedule.IDLE,
        new Attempts(failingSince(), null, recent()));
  }

  private EndpointCursor with(Schedule changed) {
    return new EndpointCursor(organizationId, webhookId, enabled, cursor, changed, attempts);
  }

  private EndpointCursor with(Attempts changed) {
    return new EndpointCursor(organizationId, webhookId, enabled, cursor, schedule, changed);
  }
}
