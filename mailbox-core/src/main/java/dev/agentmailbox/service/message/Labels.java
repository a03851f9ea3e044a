package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Label changes, which publish one event per label. Thread safe. */
public final class Labels {
  /** Most messages per batch. */
  public static final int MAX_BATCH = 50;

  private final MailboxContext context;
  private final IdempotencyRunner runner;

  public Labels(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /** A message with its labels after a change. */
  public record Labelled(String messageId, Set<String> labels) {}

  /**
   * Result of a batch.
   *
   * @param missing ids of messages that do not exist for the caller, in request order
   */
  public record Batch(List<Labelled> updates, List<String> missing) {}

  /** Changes the labels of one message. */
  public Labelled update(Caller caller, String inboxId, String messageId, LabelChange change) {
    change.check();
    return context.write(
        tx -> {
          Access.lockInbox(tx, caller, inboxId);
          Message message =
              Messages.find(tx, caller, inboxId, messageId, Permission.MESSAGE_UPDATE);
          List<Labelled> changed = apply(tx, message.scope(), List.of(message), change);
          return changed.get(0);
        });
  }

  /** Changes the labels of every visible message of a thread. */
  public MailThread updateThread(Caller caller, Scope within, String threadId, LabelChange change) {
    change.check();
    return context.write(
        tx -> {
          MailThread thread = Threads.find(tx, caller, within, threadId, Permission.MESSAGE_UPDATE);
          Scope inbox = thread.scope();
          apply(tx, inbox, ThreadKeeper.lockedMessages(tx, caller, thread), change);
          return tx.threads()
              .find(inbox, threadId)
              .flatMap(changed -> VisibleThreads.of(tx, caller).seen(changed))
              .orElseThrow(() -> MailboxException.notFound("thread"));
        });
  }

  /** Changes the labels of several messages, atomically for those that exist. */
  public Batch updateAll(
      Caller caller,
      String inboxId,
      List<String> messageIds,
      LabelChange change,
      IdempotentRequest<Batch> request) {
    change.check();
    if (messageIds.isEmpty() || messageIds.size() > MAX_BATCH) {
      throw MailboxException.validation("message_ids", "must have 1 to " + MAX_BATCH + " entries");
    }
    return runner.write(
        request,
        tx -> {
          Inbox inbox = Access.lockedInbox(tx, caller, inboxId, Permission.MESSAGE_UPDATE);
          request.claim(tx, context.now());
          List<String> wanted = messageIds.stream().distinct().toList();
          Map<String, Message> found =
              tx.messages().findAll(inbox.scope(), wanted).stream()
                  .filter(message -> HiddenMailAccess.sees(caller, message))
                  .collect(Collectors.toMap(Message::id, Function.identity()));
          List<Message> ordered =
              wanted.stream().map(found::get).flatMap(Stream::ofNullable).toList();
          List<String> missing = wanted.stream().filter(id -> !found.containsKey(id)).toList();
          return request.finish(tx, new Batch(apply(tx, inbox.scope(), ordered, change), missing));
        });
  }

  private List<Labelled> apply(
      StoreTransaction tx, Scope inbox, List<Message> messages, LabelChange change) {
    Instant now = context.now();
    List<Labelled> results = new ArrayList<>();
    Set<String> threads = new TreeSet<>();
    for (Message message : messages) {
      Set<String> labels = change.apply(message.labels());
      if (labels.size() > Label.MAX_PER_MESSAGE) {
        throw MailboxException.validation(
            "add_labels", "a message can have at most " + Label.MAX_PER_MESSAGE + " labels");
      }
      relabel(tx, message, labels, now);
      if (!labels.equals(message.labels())) {
        threads.add(message.threadId());
      }
      results.add(new Labelled(message.id(), labels));
    }
    threads.forEach(thread -> ThreadKeeper.refresh(tx, inbox, thread, now));
    return results;
  }

  private void relabel(
      StoreTransaction tx, Message message, Collection<String> labels, Instant now) {
    relabel(context, tx, message, labels, now);
  }

  /** Writes the labels if they changed, with one event per difference. */
  static void relabel(
      MailboxContext context,
      StoreTransaction tx,
      Message message,
      Collection<String> labels,
      Instant now) {
    Set<String> added = new TreeSet<>(labels);
    added.removeAll(message.labels());
    Set<String> removed = new TreeSet<>(message.labels());
    removed.removeAll(labels);
    if (added.isEmpty() && removed.isEmpty()) {
      return;
    }
    tx.messages().updateLabels(message.withLabels(labels, now));
    int bits = Hidden.bits(labels);
    added.forEach(label -> publish(context, tx, EventType.LABEL_ADDED, message, label, bits, now));
    removed.forEach(
        label -> publish(context, tx, EventType.LABEL_REMOVED, message, label, bits, now));
  }

  private static void publish(
      MailboxContext context,
      StoreTransaction tx,
      EventType type,
      Message message,
      String label,
      int bitsAfter,
      Instant now) {
    tx.publish(
        EventBuilder.of(context, type, now, message)
            .alsoHidden(bitsAfter)
            .with(EventMember.LABEL, label)
            .wakes(false)
            .build());
  }
}
