package dev.agentmailbox.service.sending.outbox;

import java.time.Duration;

/**
 * Concurrency and timing of the outbox.
 *
 * @param workers concurrent hand-overs
 * @param lease how long a send is reserved during its hand-over; renewed meanwhile, so that after a
 *     crash it is claimed again within this time
 * @param sweep interval at which due sends are looked for without a signal
 * @param stop how long {@link Outbox#close} waits for hand-overs in progress
 */
public record OutboxLimits(int workers, Duration lease, Duration sweep, Duration stop) {
  public static final OutboxLimits DEFAULT =
      new OutboxLimits(8, Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(8));

  public OutboxLimits {
    if (workers < 1) {
      throw new IllegalArgumentException("an outbox needs at least one worker");
    }
  }
}
