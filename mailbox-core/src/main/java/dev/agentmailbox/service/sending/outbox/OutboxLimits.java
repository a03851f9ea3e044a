package dev.agentmailbox.service.sending.outbox;

import java.time.Duration;

/**
 * How much the outbox does at once.
 *
 * @param workers hand-overs at the same time
 * @param lease how long a send that is being handed over is kept from others; renewed while it
 *     runs, so after a crash it is taken up again within this time
 * @param sweep how often it looks for due sends when nothing wakes it
 * @param stop how long {@link Outbox#close} waits for what is running
 */
public record OutboxLimits(int workers, Duration lease, Duration sweep, Duration stop) {
  public static final OutboxLimits DEFAULT =
      new OutboxLimits(8, Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(8));

  public OutboxLimits {
    if (workers < 1) {
      throw new IllegalArgumentException("an outbox needs a worker");
    }
  }
}
