package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.policy.PolicyLoader;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.request.Access;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Deletion: a message is first moved to the trash; deleting it again, by a caller who may see the
 * trash, is permanent. Only humans can delete held mail. Thread safe.
 */
public final class Trash {
  private final MailboxContext context;
  private final MessageRemoval removal;
  private final ContentRemoval content;

  public Trash(MailboxContext context) {
    this.context = context;
    this.removal = new MessageRemoval(context);
    this.content = new ContentRemoval(context);
  }

  /** Deletes one message. */
  public void delete(Caller caller, String inboxId, String messageId) {
    content.deleteUnnamed(
        context.write(
            tx -> {
              Access.lockInbox(tx, caller, inboxId);
              Message message =
                  Messages.find(tx, caller, inboxId, messageId, Permission.MESSAGE_DELETE);
              if (message.isHeld()) {
                Access.requireHuman(caller);
              }
              return delete(tx, caller, message.scope(), List.of(message));
            }));
  }

  /** Deletes every visible message of a thread; keys leave held ones in place. */
  public void deleteThread(Caller caller, Scope within, String threadId) {
    content.deleteUnnamed(
        context.write(
            tx -> {
              MailThread thread =
                  Threads.find(tx, caller, within, threadId, Permission.MESSAGE_DELETE);
              List<Message> messages = ThreadKeeper.lockedMessages(tx, caller, thread);
              if (caller instanceof Caller.Key) {
                messages = messages.stream().filter(message -> !message.isHeld()).toList();
                if (messages.isEmpty()) {
                  Access.requireHuman(caller);
                }
              }
              List<Message> outside = messages.stream().filter(m -> !isTrash(m)).toList();
              return delete(tx, caller, thread.scope(), outside.isEmpty() ? messages : outside);
            }));
  }

  private static boolean isTrash(Message message) {
    return message.labels().contains(Label.TRASH);
  }

  /**
   * Requires that messages may be deleted for good.
   *
   * @throws MailboxException {@code conflict} with reason {@code legal_hold}
   */
  public static void requireNoLegalHold(StoreTransaction tx, Scope level) {
    if (PolicyLoader.at(tx, level).legalHold()) {
      throw MailboxException.conflict(
          "legal_hold", "the policy puts its messages on legal hold, so none is deleted for good");
    }
  }

  /** So that an agent does not make a mail forgotten that told it to delete itself. */
  private void noteMentions(StoreTransaction tx, Scope inbox, List<Message> messages, Instant now) {
    Set<String> words = new TreeSet<>();
    for (Message message : messages) {
      if (message.direction() == Direction.INBOUND) {
        tx.messages()
            .body(inbox, message.id())
            .ifPresent(
                body ->
                    words.addAll(
                        Mentions.words(
                            message.headers(),
                            body,
                            null,
                            context.settings().registrableDomains())));
      }
    }
    tx.contacts().note(inbox, Direction.INBOUND, words, now);
  }

  /** Trashes or deletes messages of one inbox that are all outside or all in the trash. */
  private Set<String> delete(
      StoreTransaction tx, Caller caller, Scope inbox, List<Message> messages) {
    Instant now = context.now();
    Set<String> threads = messages.stream().map(Message::threadId).collect(Collectors.toSet());
    Set<String> contentKeys = Set.of();
    if (messages.stream().allMatch(Trash::isTrash)) {
      requireNoLegalHold(tx, inbox);
      if (!(caller instanceof Caller.Human)) {
        noteMentions(tx, inbox, messages, now);
      }
      contentKeys = removal.remove(tx, inbox, messages);
    } else {
      for (Message message : messages) {
        Set<String> labels = new TreeSet<>(message.labels());
        labels.add(Label.TRASH);
        Labels.relabel(context, tx, message, labels, now);
      }
    }
    threads.forEach(thread -> ThreadKeeper.refresh(tx, inbox, thread, now));
    return contentKeys;
  }
}
