package dev.agentmailbox.service.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.event.WebhookTransport.Answer;
import dev.agentmailbox.port.event.WebhookTransport.Request;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What an endpoint is told, how it is signed, how often and when again. */
class WebhookDeliveriesTest extends WebhookFixture {
  // spec Authentication.10, Events.4, Webhooks.3, Webhooks.4
  @Test
  void an_endpoint_is_told_what_happens_after_it_was_made_signed_and_once() {
    publish(EventType.MESSAGE_SENT, true);
    EndpointWithSecret made = create(EventType.MESSAGE_SENT);
    String id = publish(EventType.MESSAGE_SENT, true);
    publish(EventType.MESSAGE_SENT, false);
    publish(EventType.ORG_SUSPENDED, true);

    assertEquals(1, run());
    assertEquals(0, run());
    assertEquals(List.of(id), receiver.eventIds());
    Request request = receiver.requests().get(0);
    Map<String, String> headers = headers(request);
    assertEquals(URL, request.url());
    assertEquals(id, headers.get("webhook-id"));
    assertEquals(Long.toString(clock.instant().getEpochSecond()), headers.get("webhook-timestamp"));
    for (String name : List.of("id", "timestamp", "signature")) {
      assertEquals(headers.get("webhook-" + name), headers.get("svix-" + name));
    }
    SigningSecret secret = Objects.requireNonNull(made.secret());
    assertEquals(
        secret.sign(id, clock.instant().getEpochSecond(), request.body()),
        headers.get("webhook-signature"));
    assertEquals("mailbox-webhooks/1", headers.get("user-agent"));
    assertEquals("application/json", headers.get("content-type"));
    assertEquals("abc", headers.get("X-Own"));
    Delivery delivery = deliveries(made.endpoint()).get(0);
    assertEquals(Delivery.Status.SUCCEEDED, delivery.status());
    assertEquals(200, delivery.state().responseStatus());
  }

  // spec Webhooks.7, Webhooks.8
  @Test
  void a_failed_delivery_is_tried_ten_times_in_all_on_schedule_with_the_same_id() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    answer.set(Answer.of(500, null));
    String id = publish(EventType.MESSAGE_SENT, true);
    Instant start = clock.instant();
    assertEquals(1, run());
    List<Duration> waits =
        List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(12),
            Duration.ofHours(12),
            Duration.ofHours(12));
    for (Duration wait : waits) {
      assertEquals(0, runAfter(wait.minusMillis(1)), wait.toString());
      assertEquals(1, runAfter(Duration.ofSeconds(61)), wait.toString());
    }
    assertEquals(0, runAfter(Duration.ofDays(3)));
    assertEquals(10, receiver.requests().size());
    assertEquals(10, new HashSet<>(deliveries(endpoint)).size());
    for (Request request : receiver.requests()) {
      assertEquals(id, headers(request).get("webhook-id"));
    }
    assertTrue(
        Long.parseLong(headers(receiver.requests().get(9)).get("webhook-timestamp"))
            > start.getEpochSecond() + 53 * 3600);
    assertTrue(get(endpoint).enabled());
    assertTrue(deliveries(endpoint).stream().allMatch(d -> d.status() == Delivery.Status.FAILED));
  }

  // spec Webhooks.5
  @Test
  void every_answer_but_2xx_is_a_failure() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    for (int status : List.of(301, 302, 307, 400, 404, 500, 503)) {
      answer.set(Answer.of(status, null));
      publish(EventType.MESSAGE_SENT, true);
      run();
    }
    answer.set(Answer.none("timeout"));
    publish(EventType.MESSAGE_SENT, true);
    run();
    assertEquals(8, deliveries(endpoint).stream().filter(d -> d.attempt() == 1).count());
    assertEquals(
        8,
        deliveries(endpoint).stream()
            .filter(d -> d.attempt() == 1 && d.status() == Delivery.Status.FAILED)
            .count());
    answer.set(Answer.of(204, null));
    publish(EventType.MESSAGE_SENT, true);
    run();
    assertEquals(
        1,
        deliveries(endpoint).stream().filter(d -> d.status() == Delivery.Status.SUCCEEDED).count());
  }

  @Test
  void retry_after_delays_the_next_attempt_and_holds_the_endpoint() {
    create(EventType.MESSAGE_SENT);
    answer.set(Answer.of(429, Duration.ofMinutes(10)));
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(1, run());
    answer.set(Answer.of(200, null));
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(0, runAfter(Duration.ofMinutes(9)));
    assertEquals(2, runAfter(Duration.ofMinutes(2)));
  }

  // spec Webhooks.10
  @Test
  void the_sixty_first_event_of_a_minute_is_delayed_and_none_is_dropped() {
    create(EventType.MESSAGE_SENT);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      ids.add(publish(EventType.MESSAGE_SENT, true));
    }
    assertEquals(60, run());
    assertEquals(0, runAfter(Duration.ofSeconds(59)));
    assertEquals(60, runAfter(Duration.ofSeconds(1)));
    assertEquals(10, runAfter(Duration.ofSeconds(60)));
    assertEquals(ids, receiver.eventIds());
  }

  // spec Webhooks.6
  @Test
  void a_rotated_secret_signs_beside_the_old_one_for_a_day() {
    EndpointWithSecret made = create(EventType.MESSAGE_SENT);
    SigningSecret old = Objects.requireNonNull(made.secret());
    EndpointWithSecret rotated =
        mailbox
            .webhooks()
            .rotateSecret(owner, ALL, made.endpoint().id(), IdempotentRequest.unkeyed());
    SigningSecret fresh = Objects.requireNonNull(rotated.secret());
    String id = publish(EventType.MESSAGE_SENT, true);
    run();
    Request during = receiver.requests().get(0);
    long then = clock.instant().getEpochSecond();
    assertEquals(
        fresh.sign(id, then, during.body()) + " " + old.sign(id, then, during.body()),
        headers(during).get("webhook-signature"));
    clock.advance(Duration.ofHours(24));
    String later = publish(EventType.MESSAGE_SENT, true);
    run();
    Request after = receiver.requests().get(1);
    assertEquals(
        fresh.sign(later, clock.instant().getEpochSecond(), after.body()),
        headers(after).get("webhook-signature"));
  }

  @Test
  void a_crash_before_the_record_repeats_the_delivery_when_the_lease_ends() {
    create(EventType.MESSAGE_SENT);
    String id = publish(EventType.MESSAGE_SENT, true);
    receiver.answering(
        request -> {
          throw new IllegalStateException("the process ends here");
        });
    assertThrows(IllegalStateException.class, this::run);
    receiver.answering(request -> Answer.of(200, null));
    assertEquals(0, run());
    assertEquals(1, runAfter(Duration.ofSeconds(31)));
    assertEquals(List.of(id, id), receiver.eventIds());
  }
}
