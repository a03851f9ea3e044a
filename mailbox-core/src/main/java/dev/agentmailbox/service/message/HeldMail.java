package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.ThreadStore.ThreadRange;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Mail held for human review. Thread safe. */
public final class HeldMail {
  private final MailboxContext context;
  private final IdempotencyRunner runner;

  public HeldMail(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /**
   * Held mail in scope, one message per thread: the newest held one, ordered by thread. Humans
   * only.
   */
  public Page<Message> list(Caller caller, PageRequest page) {
    Access.requireHuman(caller);
    Access.require(caller, Permission.MESSAGE_READ);
    List<Integer> shown = HiddenMailAccess.ranges(caller, Set.of(Hidden.SPAM, Hidden.BLOCKED));
    ThreadRange range = new ThreadRange(shown, Label.HELD, null, null);
    return context.read(
        tx -> {
          Page<MailThread> threads =
              Page.cut(
                  tx.threads().range(caller.scope(), range, page), page.limit(), Threads::position);
          List<Message> newest =
              threads.items().stream().flatMap(t -> newest(tx, t, shown).stream()).toList();
          return new Page<>(newest, threads.next());
        });
  }

  private static Optional<Message> newest(
      StoreTransaction tx, MailThread thread, List<Integer> shown) {
    MessageRange held = new MessageRange(shown, Label.HELD, thread.id(), null, null);
    return tx.messages().range(thread.scope(), held, PageRequest.first(1)).stream().findFirst();
  }

  /**
   * Releases a held message to the agent, which makes it fully visible and searchable. Humans only.
   * Does nothing when the message is not held.
   */
  public MessageView release(
      Caller caller, String inboxId, String messageId, IdempotentRequest<MessageView> request) {
    Access.requireHuman(caller);
    return runner.write(
        request,
        tx -> {
          Access.lockedInbox(tx, caller, inboxId, Permission.MESSAGE_READ);
          Message message = Messages.find(tx, caller, inboxId, messageId, Permission.MESSAGE_READ);
          request.claim(tx, context.now());
          MessageBody body = Messages.body(tx, message);
          return request.finish(
              tx,
              MessageView.of(
                  caller, message.isHeld() ? release(tx, caller, message, body) : message, body));
        });
  }

  private Message release(StoreTransaction tx, Caller caller, Message held, MessageBody body) {
    Instant now = context.now();
    Set<String> labels = new TreeSet<>(held.labels());
    labels.remove(Label.HELD);
    Message released = held.withLabels(labels, now);
    Labels.relabel(context, tx, held, labels, now);
    ThreadKeeper.refresh(tx, held.scope(), released.threadId(), now);
    // A human has looked at the attachments, which are not read again.
    MessageFiling.index(
        tx,
        released,
        SearchWords.received(
            released.headers(), body, null, context.settings().registrableDomains()));
    MessageFiling.noteAuthor(tx, released, now);
    tx.publish(EventBuilder.of(context, EventType.MESSAGE_RELEASED, now, released).build());
    tx.audit(
        AuditRecord.by(caller, now, AuditAction.MESSAGE_RELEASED)
            .at(released.scope())
            .with("message_id", released.id()));
    return released;
  }
}
