package dev.agentmailbox.webhook;

import dev.agentmailbox.event.EventType;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to tell an endpoint of an event, made or still to come.
 *
 * @param id {@code dlv_…}
 * @param sequence number of the event in its log; 0 for a test
 * @param attempt from 1
 * @param responseStatus null when there was no answer
 * @param tookMillis null before the attempt
 * @param error a word, never the receiver's; null when it succeeded
 * @param attemptedAt null before the attempt
 * @param dueAt when it is to be made; null afterwards
 */
public record Delivery(
    String id,
    String organizationId,
    String webhookId,
    long sequence,
    String eventId,
    EventType eventType,
    int attempt,
    Trigger trigger,
    Status status,
    @Nullable Integer responseStatus,
    @Nullable Long tookMillis,
    @Nullable String error,
    @Nullable Instant attemptedAt,
    @Nullable Instant dueAt,
    Instant createdAt) {

  /** What an attempt is made for. */
  public enum Trigger {
    EVENT,
    REPLAY,
    TEST;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What became of an attempt. */
  public enum Status {
    PENDING,
    SUCCEEDED,
    FAILED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** An attempt to be made at that time. */
  public static Delivery due(
      String id,
      String organizationId,
      String webhookId,
      long sequence,
      String eventId,
      EventType eventType,
      int attempt,
      Trigger trigger,
      Instant dueAt,
      Instant now) {
    return new Delivery(
        id,
        organizationId,
        webhookId,
        sequence,
        eventId,
        eventType,
        attempt,
        trigger,
        Status.PENDING,
        null,
        null,
        null,
        null,
        dueAt,
        now);
  }

  /** The same attempt, made. */
  public Delivery made(
      Status end, @Nullable Integer code, long millis, @Nullable String failure, Instant time) {
    return ended(end, code, millis, failure, time);
  }

  /** The same attempt, given up before it was made. */
  public Delivery dropped(String why) {
    return ended(Status.FAILED, null, null, why, null);
  }

  private Delivery ended(
      Status end,
      @Nullable Integer code,
      @Nullable Long millis,
      @Nullable String failure,
      @Nullable Instant time) {
    return new Delivery(
        id,
        organizationId,
        webhookId,
        sequence,
        eventId,
        eventType,
        attempt,
        trigger,
        end,
        code,
        millis,
        failure,
        time,
        null,
        createdAt);
  }
}
