package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The times of a send.
 *
 * @param sendAt scheduled time; null for immediately
 * @param nextAttemptAt when the outbox processes it next; null once final or while it waits for
 *     approval
 * @param handedOverAt set just before the final dot of an attempt whose outcome is not yet recorded
 * @param sentAt when the first recipient was accepted by the next hop
 */
public record SendTimes(
    @Nullable Instant sendAt,
    @Nullable Instant nextAttemptAt,
    @Nullable Instant handedOverAt,
    @Nullable Instant sentAt,
    Instant createdAt,
    Instant updatedAt) {
  /** The times of a newly accepted send. */
  public static SendTimes accepted(
      Instant now, @Nullable Instant sendAt, @Nullable Instant nextAttemptAt) {
    return new SendTimes(sendAt, nextAttemptAt, null, null, now, now);
  }

  SendTimes withNextAttempt(@Nullable Instant time) {
    return new SendTimes(sendAt, time, handedOverAt, sentAt, createdAt, updatedAt);
  }
}
