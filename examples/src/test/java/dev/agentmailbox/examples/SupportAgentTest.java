package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.SettableClock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How a team tests its own agent: nothing to install, nothing to wait for. */
class SupportAgentTest {
  // region own-test
  @Test
  void the_agent_answers_each_mail_once() {
    CapturingTransport sent = new CapturingTransport();
    try (Mailbox mailbox =
        Mailbox.builder()
            .clock(SettableClock.at(Instant.parse("2026-03-01T09:00:00Z")))
            .transport(sent)
            .build()
            .start()) {
      Agent agent = mailbox.agent();
      Inbox inbox = agent.createInbox("support-desk");
      AnsweringAgent answering =
          new AnsweringAgent(mailbox, mailbox.owner(), inbox, asked -> "You asked: " + asked);

      agent.deliver("customer@example.com", inbox, "Order 7", "Where is it?");

      assertEquals(1, answering.work());
      assertEquals(0, answering.work());
      assertEquals(1, sent.captured().size());
    }
  }

  // endregion

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

  @Test
  void the_ten_lines_run() {
    TenLines.main(new String[0]);
    assertTrue(true, "it ended without an exception");
  }
}
