package dev.agentmailbox.service.webhook.dispatch;

import java.time.Duration;

/**
 * Concurrency and timing of the webhook dispatcher.
 *
 * @param attempt time limit of one attempt, from DNS lookup to the last response header
 * @param turn after this long a worker yields the endpoint; plus one attempt it must be shorter
 *     than the lease
 * @param lease how long an endpoint is reserved; after a crash other processes take over when it
 *     ends
 * @param sweep interval at which due endpoints are looked for without a signal
 * @param walk interval at which all endpoints are checked, for events written by other processes
 * @param stop how long {@link WebhookDispatcher#close} waits for work in progress
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
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2));

  public WebhookLimits {
    if (turn.plus(attempt).compareTo(lease) >= 0) {
      throw new IllegalArgumentException("a lease must outlast a turn and one attempt more");
    }
  }

  /**
   * Endpoints processed concurrently.
   *
   * @param usual while receivers respond quickly
   * @param slow additional workers while as many wait for a response for over a second, so that
   *     receivers that have just failed do not occupy all threads
   * @param suspects most of the usual workers for endpoints whose last attempt failed or was slow,
   *     so that dead receivers do not occupy all threads
   */
  public record Workers(int usual, int slow, int suspects) {
    public Workers {
      if (usual < 1 || slow < 0 || suspects < 1 || suspects > usual) {
        throw new IllegalArgumentException("a dispatcher needs workers, some of them for suspects");
      }
    }

    int max() {
      return usual + slow;
    }
  }
}
