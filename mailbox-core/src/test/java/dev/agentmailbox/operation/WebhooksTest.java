package dev.agentmailbox.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.memory.CapturingWebhooks;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.WebhookTransport.Answer;
import dev.agentmailbox.port.WebhookTransport.Request;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Webhook endpoints from their making to their end, on a clock that the test moves. */
class WebhooksTest {
  private static final Webhooks.Place ALL = Webhooks.Place.ALL;
  private static final String URL = "https://hooks.example.com/in";

  private final SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
  private final CapturingWebhooks receiver = new CapturingWebhooks();
  private final AtomicReference<Answer> answer = new AtomicReference<>(Answer.of(200, null));
  private final Mailbox mailbox = Mailbox.builder().clock(clock).webhooks(receiver).build();
  private final Caller owner =
      new Caller.Human(
          "usr_1",
          mailbox.owner().scope(),
          Role.OWNER,
          EnumSet.allOf(Permission.class),
          true,
          false);

  WebhooksTest() {
    receiver.answering(request -> answer.get());
  }

  @AfterEach
  void close() {
    mailbox.close();
  }

  private Webhooks.Shown create(EventType... types) {
    NewWebhook request =
        new NewWebhook(URL, List.of(types), List.of(), List.of(), null, Map.of("X-Own", "abc"));
    return mailbox.webhooks().create(owner, ALL, request, Once.unkeyed());
  }

  private String publish(EventType type, boolean wake) {
    Event event =
        new Event(
            mailbox.context().ids().next(IdPrefix.EVENT),
            type,
            mailbox.context().now(),
            owner.scope().organizationId(),
            null,
            null,
            null,
            null,
            Map.of("wake", wake));
    mailbox
        .context()
        .store()
        .write(
            tx -> {
              tx.publish(event);
              return true;
            });
    return event.id();
  }

  private int run() {
    return mailbox.webhookDispatcher().runDue();
  }

  private int runAfter(Duration wait) {
    clock.advance(wait);
    return run();
  }

  private List<Delivery> deliveries(WebhookEndpoint endpoint) {
    return mailbox
        .webhooks()
        .deliveries(owner, ALL, endpoint.id(), new PageRequest(200, null, true))
        .items();
  }

  private static Map<String, String> headers(Request request) {
    return request.headers().stream()
        .collect(
            java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a));
  }

  private WebhookEndpoint get(WebhookEndpoint endpoint) {
    return mailbox.webhooks().get(owner, ALL, endpoint.id());
  }

  @Test
  void an_endpoint_is_told_what_happens_after_it_was_made_signed_and_once() {
    publish(EventType.MESSAGE_SENT, true);
    Webhooks.Shown made = create(EventType.MESSAGE_SENT);
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
    assertEquals(200, delivery.responseStatus());
  }

  @Test
  void secret_and_headers_are_stored_sealed() {
    Webhooks.Shown made = create(EventType.MESSAGE_SENT);
    String secret = Objects.requireNonNull(made.secret()).reveal();
    WebhookEndpoint stored = get(made.endpoint());
    assertFalse(stored.secrets().get(0).sealed().contains(secret.substring(6)));
    assertFalse(stored.headers().containsValue("abc"));
    assertFalse(made.toString().contains(secret.substring(6)));
  }

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
    assertTrue(deliveries(endpoint).stream().anyMatch(d -> "endpoint_disabled".equals(d.error())));
    answer.set(Answer.of(200, null));
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(0, runAfter(Duration.ofDays(1)));

    mailbox.webhooks().enable(owner, ALL, endpoint.id());
    assertEquals(0, run());
    String later = publish(EventType.MESSAGE_SENT, true);
    receiver.clear();
    assertEquals(1, run());
    assertEquals(List.of(later), receiver.eventIds());
    assertNull(get(endpoint).disabledReason());
  }

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

  @Test
  void a_rotated_secret_signs_beside_the_old_one_for_a_day() {
    Webhooks.Shown made = create(EventType.MESSAGE_SENT);
    SigningSecret old = Objects.requireNonNull(made.secret());
    Webhooks.Shown rotated = mailbox.webhooks().rotateSecret(owner, ALL, made.endpoint().id());
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
  void a_test_goes_out_at_once_is_not_repeated_and_does_not_count_as_failing() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    answer.set(Answer.of(500, null));
    Delivery failed = mailbox.webhooks().test(owner, ALL, endpoint.id());
    assertEquals(Delivery.Status.FAILED, failed.status());
    assertEquals(Delivery.Trigger.TEST, failed.trigger());
    assertEquals(0, runAfter(Duration.ofDays(1)));
    assertEquals(List.of(failed), deliveries(endpoint));
    answer.set(Answer.of(410, null));
    mailbox.webhooks().test(owner, ALL, endpoint.id());
    assertEquals(DisabledReason.GONE, get(endpoint).disabledReason());
  }

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
    assertEquals(1, mailbox.webhooks().replay(owner, ALL, endpoint.id(), null, List.of()));
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
                owner, ALL, endpoint.id(), clock.instant().minus(Duration.ofDays(2)), List.of()));
    assertEquals(1, mailbox.webhooks().replay(owner, ALL, endpoint.id(), null, List.of(first)));
    run();
    assertEquals(List.of(first, second, first), receiver.eventIds());
  }

  @Test
  void a_replay_reaches_back_seven_days_and_a_thousand_events() {
    WebhookEndpoint endpoint = create(EventType.MESSAGE_SENT).endpoint();
    Instant tooEarly = clock.instant().minus(Duration.ofDays(7)).minusSeconds(1);
    assertThrows(
        MailboxException.class,
        () -> mailbox.webhooks().replay(owner, ALL, endpoint.id(), tooEarly, List.of()));
    assertThrows(
        MailboxException.class,
        () -> mailbox.webhooks().replay(owner, ALL, endpoint.id(), null, List.of("evt_unknown")));
    for (int i = 0; i < 1_001; i++) {
      publish(EventType.MESSAGE_SENT, true);
    }
    assertThrows(
        MailboxException.class,
        () -> mailbox.webhooks().replay(owner, ALL, endpoint.id(), null, List.of()));
  }

  @Test
  void only_an_owner_who_proved_who_it_is_sets_webhooks_up() {
    NewWebhook request =
        new NewWebhook(URL, List.of(EventType.MESSAGE_SENT), List.of(), List.of(), null, Map.of());
    Scope scope = owner.scope();
    Caller stale =
        new Caller.Human("usr_1", scope, Role.OWNER, EnumSet.allOf(Permission.class), false, false);
    Caller approver =
        new Caller.Human("usr_2", scope, Role.APPROVER, Role.APPROVER.permissions(), true, false);
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED,
        assertThrows(
                MailboxException.class,
                () -> mailbox.webhooks().create(stale, ALL, request, Once.unkeyed()))
            .code());
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        assertThrows(
                MailboxException.class,
                () -> mailbox.webhooks().create(approver, ALL, request, Once.unkeyed()))
            .code());
  }

  @Test
  void types_are_picked_and_the_address_is_public() {
    assertThrows(MailboxException.class, this::create);
    NewWebhook local =
        new NewWebhook(
            "https://localhost/",
            List.of(EventType.MESSAGE_SENT),
            List.of(),
            List.of(),
            null,
            Map.of());
    MailboxException refused =
        assertThrows(
            MailboxException.class,
            () -> mailbox.webhooks().create(owner, ALL, local, Once.unkeyed()));
    assertEquals(ErrorCode.WEBHOOK_TARGET_FORBIDDEN, refused.code());
  }

  @Test
  void an_endpoint_of_one_inbox_is_told_of_that_inbox_and_seen_there() {
    var inbox = mailbox.inboxes().create(owner, Inboxes.NewInbox.named("one"), Once.unkeyed());
    NewWebhook request =
        new NewWebhook(
            URL,
            List.of(EventType.INBOX_CREATED, EventType.INBOX_DELETED),
            List.of(),
            List.of("One@agents.localhost"),
            "mine",
            Map.of());
    Webhooks.Shown made = mailbox.webhooks().create(owner, ALL, request, Once.unkeyed());
    assertEquals(inbox.scope(), made.endpoint().level());
    mailbox.inboxes().create(owner, Inboxes.NewInbox.named("two"), Once.unkeyed());
    assertEquals(0, run());
    mailbox.inboxes().delete(owner, inbox.address());
    assertEquals(1, run());
    Webhooks.Shown again = mailbox.webhooks().create(owner, ALL, request(), Once.unkeyed());
    assertEquals(made.endpoint().id(), again.endpoint().id());
    assertNull(again.secret());
    mailbox.webhooks().delete(owner, ALL, made.endpoint().id());
    assertThrows(MailboxException.class, () -> get(made.endpoint()));
  }

  private static NewWebhook request() {
    return new NewWebhook(
        URL, List.of(EventType.INBOX_CREATED), List.of(), List.of(), "mine", Map.of());
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
