package dev.agentmailbox.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.mcp.ToolRows.Arrival;
import dev.agentmailbox.http.mcp.ToolRows.Arrivals;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  @AutoClose private final Mailbox mailbox = Mailbox.inMemory();
  private final Agent agent = mailbox.agent();
  private final Inbox inbox = agent.createInbox("alice");

  private Arrivals after(long position) {
    return after(position, "");
  }

  private Arrivals after(long position, String to) {
    EventQuery query =
        new EventQuery(Set.of(EventType.MESSAGE_RECEIVED), Set.of(inbox.address()), null);
    return new Arrivals(mailbox, mailbox.owner(), query, "bob@", to, position);
  }

  @Test
  void only_mail_to_an_address_with_the_text_is_found() {
    agent.deliver("bob@example.com", inbox, "Meant", "Hello");
    assertTrue(after(0, "ALICE@").next().isPresent());
    assertTrue(after(0, "bob@").next().isEmpty());
  }

  @Test
  void a_message_that_was_found_and_not_answered_is_found_by_the_next_wait() {
    agent.deliver("carl@example.com", inbox, "Not meant", "Hello");
    agent.deliver("bob@example.com", inbox, "Meant", "Hello");
    Arrivals first = after(0);
    Arrival found = first.next().orElseThrow();
    assertEquals("Meant", found.view().message().subject());
    // Its time is up before it answers; the caller goes on with the position.
    assertTrue(first.position() < found.sequence());
    assertEquals(found.sequence(), after(first.position()).next().orElseThrow().sequence());
    assertTrue(after(found.sequence()).next().isEmpty());
  }

  @Test
  void messages_that_were_not_meant_are_not_looked_at_again() {
    agent.deliver("carl@example.com", inbox, "Not meant", "Hello");
    Arrivals arrivals = after(0);
    assertTrue(arrivals.next().isEmpty());
    assertTrue(arrivals.position() > 0);
  }
}
