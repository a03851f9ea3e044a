package dev.agentmailbox.examples;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;

/** A mailbox inside your process, in ten lines. */
public final class TenLines {
  private TenLines() {}

  /** Receives a message and replies to it. */
  public static void main(String[] args) {
    // region ten-lines
    try (Mailbox mailbox = Mailbox.inMemory()) {
      Agent agent = mailbox.agent();
      Inbox inbox = agent.createInbox("support-desk");
      agent.deliver("customer@example.com", inbox, "Order 7", "Where is it?");
      for (Message message : agent.messages(inbox)) {
        System.out.println(message.subject() + ": " + agent.read(message).body().text());
        agent.reply(message, "It left this morning.");
      }
      agent.events().forEach(event -> System.out.println(event.type().wireName()));
    }
    // endregion
  }
}
