package dev.agentmailbox.service.webhook.dispatch;

import java.time.Duration;

/**
 * How much the webhook dispatcher does at once.
 *
 * @param attempt for one attempt, from the look-up of the name to the last header of the answer
 * @param turn a worker leaves an endpoint to the others after this; with one attempt more it must
 *     be shorter than the lease
 * @param lease how long an endpoint is kept from other processes; after a crash it is taken up
 *     again within this time
 * @param sweep how often it looks for due endpoints when nothing wakes it
 * @param walk how often it looks at every endpoint, for events that other processes wrote
 * @param stop how long {@link WebhookDispatcher#close} waits for what is running
 */
public record WebhookLimits(
    Workers workers,
    Duration attempt,
    Duration turn,
    Duration lease,
    Duration sweep,
    Duration walk,
    Duration stop) {
  public static final WebhookLimits DEFAULT =
      new WebhookLimits(
          new Workers(64, 128, 16),
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2));

  public WebhookLimits {
    if (turn.plus(attempt).compareTo(lease) >= 0) {
      throw new IllegalArgumentException("a lease must outlast a turn and one attempt more");
    }
  }

  /**
   * Endpoints worked on at the same time.
   *
   * @param usual as long as receivers answer soon
   * @param slow how many more while as many wait for an answer for over a second: receivers that
   *     have just died must not take the threads of live ones either
   * @param suspects most of the usual ones whose last attempt failed or was slow: dead receivers
   *     must not take the threads of live ones
   */
  public record Workers(int usual, int slow, int suspects) {
    public Workers {
      if (usual < 1 || slow < 0 || suspects < 1 || suspects > usual) {
        throw new IllegalArgumentException("a dispatcher needs workers, some of them for suspects");
      }
    }

    int most() {
      return usual + slow;
    }
  }
}
