package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.port.event.WebhookTransport.Answer;
import java.time.Duration;
import java.time.Instant;

/**
 * An attempt that was made.
 *
 * @param at when it began
 */
record DeliveryAttempt(EndpointPlan.Item item, Answer answer, Instant at, Duration took) {
  private static final int GONE = 410;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;

  boolean succeeded() {
    return answer.isSuccess();
  }

  /** The endpoint wants nothing any more. */
  boolean isGone() {
    return answer.status() != null && answer.status() == GONE;
  }

  /** The endpoint as a whole asks for a pause, not only this delivery. */
  boolean asksForPause() {
    return answer.retryAfter() != null
        && answer.status() != null
        && (answer.status() == TOO_MANY || answer.status() == UNAVAILABLE);
  }

  /** Why it failed, in a word. */
  String failure() {
    if (answer.error() != null) {
      return answer.error();
    }
    return answer.status() == null ? "no_answer" : "status_" + answer.status();
  }
}
