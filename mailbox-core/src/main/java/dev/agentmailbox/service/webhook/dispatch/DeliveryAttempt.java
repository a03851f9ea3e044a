package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.port.event.WebhookTransport.Answer;
import java.time.Duration;
import java.time.Instant;

/**
 * A completed attempt.
 *
 * @param at start time
 */
record DeliveryAttempt(EndpointPlan.Item item, Answer answer, Instant at, Duration took) {
  private static final int GONE = 410;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;

  boolean succeeded() {
    return answer.isSuccess();
  }

  /** Whether the endpoint asked to be removed (410). */
  boolean isGone() {
    return answer.status() != null && answer.status() == GONE;
  }

  /** Whether the response asks to pause the endpoint as a whole, not only this delivery. */
  boolean requestsPause() {
    return answer.retryAfter() != null
        && answer.status() != null
        && (answer.status() == TOO_MANY || answer.status() == UNAVAILABLE);
  }

  /** Failure reason, one word. */
  String failure() {
    if (answer.error() != null) {
      return answer.error();
    }
    return answer.status() == null ? "no_answer" : "status_" + answer.status();
  }
}
