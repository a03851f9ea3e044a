package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.usage.Counter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Deletes messages permanently, with their counters and search entries. Thread safe. */
public final class MessageRemoval {
  private final MailboxContext context;

  public MessageRemoval(MailboxContext context) {
    this.context = context;
  }

  /**
   * Deletes messages of one inbox; the caller refreshes their threads.
   *
   * @return keys of their content, for {@code ContentRemoval} after the commit
   */
  public Set<String> remove(StoreTransaction tx, Scope inbox, List<Message> messages) {
    List<String> ids = messages.stream().map(Message::id).toList();
    long bytes = messages.stream().mapToLong(Message::size).sum();
    tx.search().remove(inbox, ids);
    tx.messages().delete(inbox, ids);
    tx.inboxes().addStoredBytes(inbox, -bytes);
    tx.count(
        inbox.organizationId(),
        inbox.podId(),
        inbox.inboxId(),
        context.today(),
        Counter.REMOVED_BYTES,
        bytes);
    return messages.stream()
        .map(message -> message.content().contentKey())
        .collect(Collectors.toSet());
  }
}
