package dev.agentmailbox.service.webhook;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.memory.CapturingWebhooks;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.WebhookTransport.Answer;
import dev.agentmailbox.port.event.WebhookTransport.Request;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;

/** One owner, one receiver that answers as told, and a clock that the test moves. */
abstract class WebhookFixture {
  static final ScopeRef ALL = ScopeRef.OWN;
  static final String URL = "https://hooks.example.com/in";

  final SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
  final CapturingWebhooks receiver = new CapturingWebhooks();
  final AtomicReference<Answer> answer = new AtomicReference<>(Answer.of(200, null));
  @AutoClose final Mailbox mailbox = Mailbox.builder().clock(clock).webhooks(receiver).build();
  final Caller owner =
      new Caller.Human(
          "usr_1",
          mailbox.owner().scope(),
          Role.OWNER,
          EnumSet.allOf(Permission.class),
          true,
          false);

  WebhookFixture() {
    receiver.answering(request -> answer.get());
  }

  EndpointWithSecret create(EventType... types) {
    NewWebhook request =
        new NewWebhook(
            URL, List.of(types), List.of(), List.of(), null, Map.of("X-Own", "abc"), null);
    return mailbox.webhooks().create(owner, ALL, request, IdempotentRequest.unkeyed());
  }

  String publish(EventType type, boolean wake) {
    return publish(type, wake, null);
  }

  String publish(EventType type, boolean wake, @Nullable String podId) {
    Event event =
        new Event(
            mailbox.context().ids().next(IdPrefix.EVENT),
            type,
            mailbox.context().now(),
            new Scope(owner.scope().organizationId(), podId, null),
            null,
            null,
            Map.of("wake", wake));
    mailbox
        .context()
        .write(
            tx -> {
              tx.publish(event);
              return true;
            });
    return event.id();
  }

  int run() {
    return mailbox.webhookDispatcher().runDue();
  }

  int runAfter(Duration wait) {
    clock.advance(wait);
    return run();
  }

  List<Delivery> deliveries(WebhookEndpoint endpoint) {
    return mailbox
        .webhooks()
        .deliveries(owner, ALL, endpoint.id(), new PageRequest(200, null, true))
        .items();
  }

  static Map<String, String> headers(Request request) {
    return request.headers().stream()
        .collect(
            java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a));
  }

  WebhookEndpoint get(WebhookEndpoint endpoint) {
    return mailbox.webhooks().get(owner, ALL, endpoint.id());
  }
}
