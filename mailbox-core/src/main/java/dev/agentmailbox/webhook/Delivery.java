package dev.agentmailbox.webhook;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One webhook delivery attempt, made or pending.
 *
 * @param id {@code dlv_…}
 * @param dueAt when it is to be made; null once it was made
 */
public record Delivery(
    String id,
    String organizationId,
    String webhookId,
    Subject subject,
    Trigger trigger,
    State state,
    @Nullable Instant dueAt,
    Instant createdAt) {

  /**
   * The event.
   *
   * @param sequence its number in the event log; 0 for a test
   */
  public record Subject(long sequence, String eventId, EventType eventType) {
    public static Subject of(LoggedEvent logged) {
      return new Subject(logged.sequence(), logged.event().id(), logged.event().type());
    }
  }

  /**
   * Attempt number and result.
   *
   * @param attempt from 1
   * @param responseStatus HTTP status code; null when there was no response
   * @param tookMillis duration; null before the attempt
   * @param error one word, never text from the receiver; null unless it failed
   * @param attemptedAt null before the attempt
   */
  public record State(
      int attempt,
      Status status,
      @Nullable Integer responseStatus,
      @Nullable Long tookMillis,
      @Nullable String error,
      @Nullable Instant attemptedAt) {
    static State pending(int attempt) {
      return new State(attempt, Status.PENDING, null, null, null, null);
    }
  }

  /** Why a delivery is made. */
  public enum Trigger {
    EVENT,
    REPLAY,
    TEST;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Result of an attempt. */
  public enum Status {
    PENDING,
    SUCCEEDED,
    FAILED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The first attempt to deliver an event to an endpoint. */
  public static Delivery first(
      String id,
      String organizationId,
      String webhookId,
      Subject subject,
      Trigger trigger,
      Instant dueAt,
      Instant now) {
    return new Delivery(
        id, organizationId, webhookId, subject, trigger, State.pending(1), dueAt, now);
  }

  /** The retry that follows this attempt. */
  public Delivery next(String nextId, Instant nextDueAt, Instant now) {
    State next = State.pending(state.attempt() + 1);
    return new Delivery(nextId, organizationId, webhookId, subject, trigger, next, nextDueAt, now);
  }

  /** This attempt with its result. */
  public Delivery made(
      Status end, @Nullable Integer code, long millis, @Nullable String failure, Instant time) {
    return ended(new State(attempt(), end, code, millis, failure, time));
  }

  /** This attempt, abandoned before it was made. */
  public Delivery dropped(String why) {
    return ended(new State(attempt(), Status.FAILED, null, null, why, null));
  }

  private Delivery ended(State end) {
    return new Delivery(id, organizationId, webhookId, subject, trigger, end, null, createdAt);
  }

  public int attempt() {
    return state.attempt();
  }

  public Status status() {
    return state.status();
  }
}
