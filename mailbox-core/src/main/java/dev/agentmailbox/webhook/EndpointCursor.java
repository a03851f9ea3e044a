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
 * @param dueAt when there is work even if nothing happens; null for none
 * @param leaseUntil whoever works on the endpoint has it until then
 * @param failingSince the first failure after the last success; null while it succeeds
 * @param holdUntil nothing is sent before; null for no hold
 * @param recent times of the latest attempts, oldest first
 */
public record EndpointCursor(
    String organizationId,
    String webhookId,
    boolean enabled,
    long cursor,
    @Nullable Instant dueAt,
    Instant leaseUntil,
    @Nullable Instant failingSince,
    @Nullable Instant holdUntil,
    List<Instant> recent) {
  // spec Webhooks.10, Rates.9
  /** Attempts an endpoint gets in {@link #WINDOW}. */
  public static final int MAX_ATTEMPTS = 60;

  /** What {@link #MAX_ATTEMPTS} are counted over. */
  public static final Duration WINDOW = Duration.ofMinutes(1);

  public EndpointCursor {
    recent = List.copyOf(recent);
  }

  /** A run that starts after that event. */
  public static EndpointCursor after(String organizationId, String webhookId, long cursor) {
    return new EndpointCursor(
        organizationId, webhookId, true, cursor, null, Instant.EPOCH, null, null, List.of());
  }

  /** Attempts that may be made at once. */
  public int free(Instant now) {
    Instant edge = now.minus(WINDOW);
    return MAX_ATTEMPTS - (int) recent.stream().filter(time -> time.isAfter(edge)).count();
  }

  /** When the next attempt may be made: now, or when the minute or the hold is over. */
  public Instant mayStart(Instant now) {
    Instant start = now;
    if (free(now) <= 0) {
      start = recent.get(recent.size() - MAX_ATTEMPTS).plus(WINDOW);
    }
    return holdUntil != null && holdUntil.isAfter(start) ? holdUntil : start;
  }

  /** The same run with one more attempt noted. */
  public EndpointCursor attempted(Instant time) {
    List<Instant> more = new ArrayList<>(recent);
    more.add(time);
    List<Instant> kept =
        more.size() > MAX_ATTEMPTS ? more.subList(more.size() - MAX_ATTEMPTS, more.size()) : more;
    return new EndpointCursor(
        organizationId,
        webhookId,
        enabled,
        cursor,
        dueAt,
        leaseUntil,
        failingSince,
        holdUntil,
        kept);
  }

  public EndpointCursor withCursor(long sequence) {
    return new EndpointCursor(
        organizationId,
        webhookId,
        enabled,
        sequence,
        dueAt,
        leaseUntil,
        failingSince,
        holdUntil,
        recent);
  }

  /** Taken until then; due again at that time, should the taker not come back. */
  public EndpointCursor leased(Instant until) {
    return new EndpointCursor(
        organizationId, webhookId, enabled, cursor, until, until, failingSince, holdUntil, recent);
  }

  /** Given back. */
  public EndpointCursor released(@Nullable Instant due) {
    return new EndpointCursor(
        organizationId,
        webhookId,
        enabled,
        cursor,
        due,
        Instant.EPOCH,
        failingSince,
        holdUntil,
        recent);
  }

  public EndpointCursor failing(@Nullable Instant since) {
    return new EndpointCursor(
        organizationId, webhookId, enabled, cursor, dueAt, leaseUntil, since, holdUntil, recent);
  }

  public EndpointCursor held(@Nullable Instant until) {
    return new EndpointCursor(
        organizationId, webhookId, enabled, cursor, dueAt, leaseUntil, failingSince, until, recent);
  }

  /** Stopped: nothing is due, and whoever has it has it no more. */
  public EndpointCursor stopped() {
    return new EndpointCursor(
        organizationId, webhookId, false, cursor, null, Instant.EPOCH, failingSince, null, recent);
  }
}
