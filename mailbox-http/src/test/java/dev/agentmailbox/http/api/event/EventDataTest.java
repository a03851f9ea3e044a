package dev.agentmailbox.http.api.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.service.event.SampleEvent;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The description of event data against the sample events, which have every member. */
class EventDataTest {
  private static final Set<String> OF_EVERY_SAMPLE = Set.of("wake", "test");

  /** In an event only when a human wrote something. */
  private static final String NOTE = "note";

  private static WebhookEndpoint endpoint(EventType type) {
    return new WebhookEndpoint(
        "whk_1",
        Scope.organization("org_1"),
        new WebhookEndpoint.Target("https://hooks.example.com", List.of(), Map.of()),
        new WebhookEndpoint.Subscription(Set.of(type), Set.of(), Set.of()),
        null,
        null,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  // spec EventData.1, EventData.2, EventData.3
  @ParameterizedTest
  @EnumSource
  void the_described_members_are_those_of_a_sample(EventType type) {
    try (Mailbox mailbox = Mailbox.inMemory()) {
      Set<String> members =
          new TreeSet<>(SampleEvent.of(mailbox.context(), endpoint(type)).data().keySet());
      members.removeAll(OF_EVERY_SAMPLE);
      Set<String> described = new TreeSet<>(EventData.members(type));
      described.remove(NOTE);
      assertEquals(described, members);
    }
  }
}
