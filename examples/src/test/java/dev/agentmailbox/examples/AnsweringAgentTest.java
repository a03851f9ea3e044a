package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import org.junit.jupiter.api.Test;

class AnsweringAgentTest {
  @Test
  void a_restarted_agent_does_not_answer_twice() {
    try (Mailbox mailbox = Mailbox.inMemory()) {
      Agent agent = mailbox.agent();
      Inbox inbox = agent.createInbox("support-desk");
      agent.deliver("customer@example.com", inbox, "Order 7", "Where is it?");
      assertEquals(1, new AnsweringAgent(mailbox, mailbox.owner(), inbox, asked -> "Soon.").work());
      assertEquals(0, new AnsweringAgent(mailbox, mailbox.owner(), inbox, asked -> "Soon.").work());
    }
  }
}
