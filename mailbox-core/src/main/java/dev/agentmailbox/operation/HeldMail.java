package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.flow.Contacts;
import dev.agentmailbox.flow.EventBuilder;
import dev.agentmailbox.flow.SearchWords;
import dev.agentmailbox.flow.ThreadKeeper;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.SearchStore;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/** Mail that waits for a human to look at it. Thread safe. */
public final class HeldMail {
  private final MailboxContext context;

  public HeldMail(MailboxContext context) {
    this.context = context;
  }

  /**
   * Gives a held message to the agent: it is shown whole, found by its words, and its thread shows
   * it. A human's. A message that is not held stays as it is.
   */
  public MessageView release(Caller caller, String inboxId, String messageId) {
    Access.requireHuman(caller);
    return context
        .store()
        .write(
            tx -> {
              Access.lockedInbox(tx, caller, inboxId, Permission.MESSAGE_READ);
              Message message =
                  Messages.find(tx, caller, inboxId, messageId, Permission.MESSAGE_READ);
              MessageBody body = Messages.body(tx, message);
              return MessageView.of(
                  caller, message.isHeld() ? release(tx, message, body) : message, body);
            });
  }

  private Message release(StoreTransaction tx, Message held, MessageBody body) {
    Instant now = context.now();
    Scope inbox = Messages.scopeOf(held);
    Set<String> labels = new TreeSet<>(held.labels());
    labels.remove(Label.HELD);
    Message released = held.withLabels(labels, now);
    tx.messages().updateLabels(released);
    ThreadKeeper.refresh(tx, inbox, released.threadId(), now);
    tx.search()
        .index(
            inbox,
            new SearchStore.Entry(
                released.inboxId(), released.id(), released.threadId(), released.createdAt()),
            SearchWords.of(released, body.text()));
    MailAddress from = released.from();
    if (from != null && released.hiddenBits() == 0) {
      Contacts.noteHeard(tx, inbox, from.key(), now);
    }
    tx.publish(EventBuilder.of(context, EventType.MESSAGE_RELEASED, now, released).build());
    return released;
  }
}
