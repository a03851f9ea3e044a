package dev.agentmailbox.http.api.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.service.event.SampleEvent;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sample events have every member of their type; a note only exists when a human wrote one. */
class EventDataTest {
  private static final Set<String> OF_EVERY_SAMPLE = Set.of("wake", "test");

  private static WebhookEndpoint endpoint(EventType type) {
    return new WebhookEndpoint(
        "whk_1",
        Scope.organization("org_1"),
        new WebhookEndpoint.Target("https://hooks.example.com", List.of(), Map.of(), null),
        new WebhookEndpoint.Subscription(Set.of(type), Set.of(), Set.of()),
        null,
        null,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  // spec EventData.1, EventData.2, EventData.3
  @ParameterizedTest
  @EnumSource
  void a_sample_has_the_declared_members(EventType type) {
    try (Mailbox mailbox = Mailbox.inMemory()) {
      Set<String> members =
          new TreeSet<>(SampleEvent.of(mailbox.context(), endpoint(type)).data().keySet());
      members.removeAll(OF_EVERY_SAMPLE);
      Set<String> declared =
          type.members().stream()
              .filter(member -> member != EventMember.NOTE)
              .map(EventMember::wireName)
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(declared, members);
    }
  }
}
