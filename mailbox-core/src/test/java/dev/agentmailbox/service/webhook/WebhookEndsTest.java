package dev.agentmailbox.service.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.event.WebhookTransport.Answer;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When an endpoint is switched off by itself, and on again. */
class WebhookEndsTest extends WebhookFixture {
  // spec WebhookState.1, Webhooks.9
  @Test
  void gone_disables_at_once_and_ends_what_was_pending() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    answer.set(Answer.of(500, null));
    publish(EventType.MESSAGE_SENT, true);
    run();
    answer.set(Answer.of(410, null));
    publish(EventType.MESSAGE_SENT, true);
    run();
    assertEquals(DisabledReason.GONE, get(endpoint).disabledReason());
    assertTrue(deliveries(endpoint).stream().noneMatch(d -> d.status() == Delivery.Status.PENDING));
    assertTrue(
        deliveries(endpoint).stream().anyMatch(d -> "endpoint_disabled".equals(d.state().error())));
    answer.set(Answer.of(200, null));
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(0, runAfter(Duration.ofDays(1)));

    mailbox.webhooks().enable(owner, ALL, endpoint.id(), IdempotentRequest.unkeyed());
    assertEquals(0, run());
    String later = publish(EventType.MESSAGE_SENT, true);
    receiver.clear();
    assertEquals(1, run());
    assertEquals(List.of(later), receiver.eventIds());
    assertNull(get(endpoint).disabledReason());
  }

  // spec WebhookState.2, Webhooks.9
  @Test
  void failing_for_five_days_disables() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    answer.set(Answer.of(500, null));
    publish(EventType.MESSAGE_SENT, true);
    run();
    for (int hour = 0; hour < 5 * 24 - 1; hour += 6) {
      publish(EventType.MESSAGE_SENT, true);
      runAfter(Duration.ofHours(6));
      if (hour + 6 < 5 * 24) {
        assertTrue(get(endpoint).enabled(), "after " + (hour + 6) + " hours");
      }
    }
    assertEquals(DisabledReason.FAILING, get(endpoint).disabledReason());
  }

  @Test
  void one_success_in_between_begins_the_five_days_again() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    for (int hour = 0; hour < 8 * 24; hour += 12) {
      answer.set(Answer.of(hour == 4 * 24 ? 200 : 500, null));
      publish(EventType.MESSAGE_SENT, true);
      runAfter(Duration.ofHours(12));
    }
    assertTrue(get(endpoint).enabled());
  }
}
