package dev.agentmailbox.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint's position in the event log, with its lease and rate limit.
 *
 * @param cursor number of the last event for which deliveries were created
 */
public record EndpointCursor(
    String organizationId,
    String webhookId,
    boolean enabled,
    long cursor,
    Schedule schedule,
    Attempts attempts) {
  // spec Webhooks.10, Rates.9
  /** Most attempts per endpoint in {@link #WINDOW}. */
  public static final int MAX_ATTEMPTS = 60;

  /** Length of the sliding window of {@link #MAX_ATTEMPTS}. */
  public static final Duration WINDOW = Duration.ofMinutes(1);

  /**
   * When the endpoint is processed.
   *
   * @param dueAt when it needs processing even without new events; null for never
   * @param leaseUntil end of the lease of the process that works on the endpoint
   */
  public record Schedule(@Nullable Instant dueAt, Instant leaseUntil) {
    static final Schedule IDLE = new Schedule(null, Instant.EPOCH);
  }

  /**
   * Recent attempts.
   *
   * @param failingSince the first failure after the last success; null unless failing
   * @param holdUntil no attempt before this time; null for none
   * @param recent times of the latest attempts, oldest first
   */
  public record Attempts(
      @Nullable Instant failingSince, @Nullable Instant holdUntil, List<Instant> recent) {
    static final Attempts NONE = new Attempts(null, null, List.of());

    public Attempts {
      recent = List.copyOf(recent);
    }
  }

  /** A new cursor positioned after this event. */
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

  /** Attempts that the rate limit allows now. */
  public int free(Instant now) {
    Instant edge = now.minus(WINDOW);
    return MAX_ATTEMPTS - (int) recent().stream().filter(time -> time.isAfter(edge)).count();
  }

  /** The earliest time the rate limit and the hold allow another attempt. */
  public Instant mayStart(Instant now) {
    Instant start = now;
    if (free(now) <= 0) {
      start = recent().get(recent().size() - MAX_ATTEMPTS).plus(WINDOW);
    }
    Instant hold = holdUntil();
    return hold != null && hold.isAfter(start) ? hold : start;
  }

  /** Records one more attempt. */
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

  /** Leases the endpoint; it becomes due again when the lease ends, in case its holder crashes. */
  public EndpointCursor leased(Instant until) {
    return with(new Schedule(until, until));
  }

  /** Releases the lease. */
  public EndpointCursor released(@Nullable Instant due) {
    return with(new Schedule(due, Instant.EPOCH));
  }

  public EndpointCursor failing(@Nullable Instant since) {
    return with(new Attempts(since, holdUntil(), recent()));
  }

  public EndpointCursor held(@Nullable Instant until) {
    return with(new Attempts(failingSince(), until, recent()));
  }

  /** Disables the endpoint: ends the lease, and nothing is due. */
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
