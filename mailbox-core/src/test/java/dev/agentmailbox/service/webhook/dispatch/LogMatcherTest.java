package dev.agentmailbox.service.webhook.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.webhook.NewWebhook;
import dev.agentmailbox.service.webhook.WebhookChanges;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LogMatcherTest {
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  @AutoClose private final Mailbox mailbox = Mailbox.builder().clock(clock).build();
  private final String organization = mailbox.owner().scope().organizationId();
  private final LogMatcher matcher = new LogMatcher(mailbox.context());
  private final WebhookEndpoint sent = create(EventType.MESSAGE_SENT);
  private final WebhookEndpoint bounced = create(EventType.MESSAGE_BOUNCED);

  private WebhookEndpoint create(EventType type) {
    NewWebhook request =
        new NewWebhook(
            "https://hooks.example.com/",
            List.of(type),
            List.of(),
            List.of(),
            null,
            Map.of(),
            null);
    return mailbox
        .webhooks()
        .create(mailbox.human(), ScopeRef.OWN, request, IdempotentRequest.unkeyed())
        .endpoint();
  }

  private void publish(EventType type, boolean wake) {
    Event event =
        new Event(
            mailbox.context().ids().next(IdPrefix.EVENT),
            type,
            mailbox.context().now(),
            Scope.organization(organization),
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
  }

  private static EndpointKey key(WebhookEndpoint endpoint) {
    return EndpointKey.of(endpoint);
  }

  @Test
  void everybody_is_looked_at_first_and_then_only_who_is_concerned() {
    assertEquals(Set.of(key(sent), key(bounced)), matcher.look(organization).concerned());
    assertEquals(Set.of(), matcher.look(organization).concerned());
    publish(EventType.MESSAGE_SENT, true);
    publish(EventType.MESSAGE_BOUNCED, false);
    publish(EventType.ORG_RESUMED, true);
    assertEquals(Set.of(key(sent)), matcher.look(organization).concerned());
    assertEquals(0, matcher.start(sent, 0));
    assertEquals(3, matcher.start(bounced, 0));
    matcher.reached(sent, 1);
    assertEquals(3, matcher.start(sent, 0));
  }

  @Test
  void a_changed_endpoint_is_not_judged_by_what_it_was() {
    LogMatcher.Found first = matcher.look(organization);
    assertFalse(first.more());
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(Set.of(key(sent)), matcher.look(organization).concerned());
    clock.advance(Duration.ofSeconds(1));
    WebhookEndpoint wider =
        mailbox
            .webhooks()
            .update(
                mailbox.human(),
                ScopeRef.OWN,
                bounced.id(),
                new WebhookChanges(
                    null,
                    List.of(EventType.MESSAGE_SENT),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    null));
    assertEquals(0, matcher.start(wider, 0));
    matcher.changed(organization);
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(Set.of(key(sent), key(wider)), matcher.look(organization).concerned());
    assertEquals(0, matcher.start(wider, 0));
    assertEquals(1, matcher.start(wider, 1));
  }

  @Test
  void a_new_endpoint_hears_of_the_next_event_and_a_deleted_one_is_forgotten() {
    matcher.look(organization);
    WebhookEndpoint third = create(EventType.MESSAGE_SENT);
    mailbox.webhooks().delete(mailbox.human(), ScopeRef.OWN, sent.id());
    matcher.changed(organization);
    publish(EventType.MESSAGE_SENT, true);
    assertEquals(Set.of(key(third)), matcher.look(organization).concerned());
    assertTrue(matcher.knows(key(third)));
    assertFalse(matcher.knows(key(sent)));
  }

  @Test
  void a_long_log_is_read_in_steps_and_to_its_end() {
    matcher.look(organization);
    for (int i = 0; i < 6_000; i++) {
      publish(EventType.ORG_RESUMED, true);
    }
    assertTrue(matcher.look(organization).more());
    assertFalse(matcher.look(organization).more());
    assertEquals(6_000, matcher.start(sent, 0));
  }
}
