package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.junit.MailboxExtension;
import dev.agentmailbox.junit.TestMailbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a team tests its own agent: nothing to install, nothing to wait for. */
@ExtendWith(MailboxExtension.class)
class SupportAgentTest {
  // region own-test
  @Test
  void the_agent_answers_each_mail_once(TestMailbox mailbox) {
    Inbox inbox = mailbox.agent().createInbox("support-desk");
    AnsweringAgent answering =
        new AnsweringAgent(
            mailbox.mailbox(), mailbox.mailbox().owner(), inbox, asked -> "You asked: " + asked);

    mailbox.agent().deliver("customer@example.com", inbox, "Order 7", "Where is it?");

    assertEquals(1, answering.work());
    assertEquals(0, answering.work());
    assertEquals(1, mailbox.sent().size());
  }

  @Test
  void the_agent_leaves_a_bounced_customer_alone(TestMailbox mailbox) {
    Inbox inbox = mailbox.agent().createInbox("support-desk");
    mailbox.agent().send(inbox, "customer@example.com", "Order 7", "It is on its way.");
    mailbox.bounce(mailbox.transport().last(), "customer@example.com");

    assertThrows(
        MailboxException.class,
        () -> mailbox.agent().send(inbox, "customer@example.com", "Order 7", "And again."));
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
