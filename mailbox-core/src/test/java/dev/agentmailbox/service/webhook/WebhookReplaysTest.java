package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.event.WebhookTransport.Answer;
import dev.agentmailbox.service.event.SampleEvent;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests and replays, which a human asks for. */
class WebhookReplaysTest extends WebhookFixture {
  // spec Webhooks.11
  @Test
  void a_test_goes_out_at_once_is_not_repeated_and_does_not_count_as_failing() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    answer.set(Answer.of(500, null));
    Delivery failed =
        mailbox.webhooks().test(owner, ALL, endpoint.id(), IdempotentRequest.unkeyed());
    assertEquals(Delivery.Status.FAILED, failed.status());
    assertEquals(Delivery.Trigger.TEST, failed.trigger());
    assertEquals(0, runAfter(Duration.ofDays(1)));
    assertEquals(List.of(failed), deliveries(endpoint));
    answer.set(Answer.of(410, null));
    mailbox.webhooks().test(owner, ALL, endpoint.id(), IdempotentRequest.unkeyed());
    assertEquals(DisabledReason.GONE, get(endpoint).disabledReason());
  }

  @Test
  void a_test_has_the_ids_and_data_of_a_real_event_of_its_type() {
    for (EventType type : EventType.values()) {
      WebhookEndpoint endpoint = create(type).endpoint();
      Event event = SampleEvent.of(mailbox.context(), endpoint);
      String name = type.wireName();
      assertEquals(type, event.type());
      assertEquals(true, event.data().get("test"));
      assertEquals(!name.startsWith("org."), event.inboxId() != null, name);
      boolean message = name.startsWith("message.") || name.startsWith("label.");
      assertEquals(message, event.messageId() != null, name);
      assertEquals(
          name.startsWith("message.received"), event.data().containsKey("classification"), name);
      mailbox.webhooks().delete(owner, ALL, endpoint.id());
    }
  }

  // spec Webhooks.11
  @Test
  void events_are_replayed_with_their_own_id_and_a_fresh_signature() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    String first = publish(EventType.MESSAGE_SENT, true);
    clock.advance(Duration.ofHours(30));
    String second = publish(EventType.MESSAGE_SENT, true);
    publish(EventType.ORG_SUSPENDED, true);
    run();
    receiver.clear();
    clock.advance(Duration.ofMinutes(1));
    assertEquals(
        1,
        mailbox
            .webhooks()
            .replay(owner, ALL, endpoint.id(), null, List.of(), IdempotentRequest.unkeyed()));
    run();
    assertEquals(List.of(second), receiver.eventIds());
    assertEquals(
        Long.toString(clock.instant().getEpochSecond()),
        headers(receiver.requests().get(0)).get("webhook-timestamp"));
    receiver.clear();
    assertEquals(
        2,
        mailbox
            .webhooks()
            .replay(
                owner,
                ALL,
                endpoint.id(),
                clock.instant().minus(Duration.ofDays(2)),
                List.of(),
                IdempotentRequest.unkeyed()));
    assertEquals(
        1,
        mailbox
            .webhooks()
            .replay(owner, ALL, endpoint.id(), null, List.of(first), IdempotentRequest.unkeyed()));
    run();
    assertEquals(List.of(first, second, first), receiver.eventIds());
  }

  // spec Webhooks.11
  @Test
  void a_replay_reaches_back_seven_days_and_a_thousand_events() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    Instant earliest = clock.instant().minus(Duration.ofDays(7));
    assertEquals(0, replay(endpoint, earliest, List.of()));
    refused(() -> replay(endpoint, earliest.minusMillis(1), List.of()));
    refused(() -> replay(endpoint, null, List.of("evt_unknown")));
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      ids.add(publish(EventType.MESSAGE_SENT, true));
    }
    assertEquals(1_000, replay(endpoint, null, List.of()));
    assertEquals(1_000, replay(endpoint, null, ids));
    ids.add(publish(EventType.MESSAGE_SENT, true));
    refused(() -> replay(endpoint, null, List.of()));
    refused(() -> replay(endpoint, null, ids));
  }

  private int replay(WebhookEndpoint endpoint, @Nullable Instant since, List<String> eventIds) {
    return mailbox
        .webhooks()
        .replay(owner, ALL, endpoint.id(), since, eventIds, IdempotentRequest.unkeyed());
  }
}
