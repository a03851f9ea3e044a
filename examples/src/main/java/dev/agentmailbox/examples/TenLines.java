package dev.agentmailbox.examples;

// region ten-lines
import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.store.h2.H2Store;
import java.nio.file.Path;
import java.time.Clock;

public class TenLines {
  public static void main(String[] args) {
    H2Store store = H2Store.open(Path.of("mailbox-data"), Clock.systemUTC());
    try (Mailbox mailbox = Mailbox.builder().store(store).build()) {
      Agent agent = mailbox.agent();
      Inbox inbox = agent.openInbox("support-desk");
      agent.deliver("customer@example.com", inbox, "Order 7", "Where is it?");
      for (Message message : agent.unread(inbox)) {
        System.out.println(message.subject() + ": " + agent.read(message).body().text());
        agent.reply(message, "You asked at " + message.createdAt() + ": it left this morning.");
        agent.markRead(message);
      }
    }
  }
}
// endregion
