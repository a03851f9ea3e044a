package dev.agentmailbox.examples;

// region own-test
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.junit.MailboxExtension;
import dev.agentmailbox.junit.TestMailbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MailboxExtension.class)
class SupportAgentTest {
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
}
// endregion
