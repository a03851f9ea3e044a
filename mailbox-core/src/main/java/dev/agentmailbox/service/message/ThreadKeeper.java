package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.ThreadActivity;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.service.request.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Maintains the summaries of threads. Adding a message takes constant time; only removals read the
 * thread's messages again.
 */
public final class ThreadKeeper {
  /** Most messages read of a thread that a caller sees in part. */
  public static final int MAX_NEWEST = PageRequest.MAX_LIMIT;

  private static final List<Integer> ALL_BITS = Hidden.visibleBits(List.of(Hidden.values()));

  private ThreadKeeper() {}

  /**
   * Adds a new message to its thread, which is created if necessary. The caller stores the message.
   *
   * @param baseSubject normalized subject for threading by subject
   */
  public static void append(StoreTransaction tx, Message message, String baseSubject) {
    tx.threads()
        .lock(message.scope(), message.threadId())
        .ifPresentOrElse(
            thread -> {
              ThreadSummaryBuilder summary = new ThreadSummaryBuilder(thread.summary());
              summary.add(message);
              tx.threads().update(thread, thread.withSummary(summary.build(), message.createdAt()));
            },
            () -> start(tx, message, baseSubject));
  }

  /** As {@link #append}, for a message with a newly generated thread id. */
  static void start(StoreTransaction tx, Message message, String baseSubject) {
    ThreadSummaryBuilder summary = new ThreadSummaryBuilder(message, baseSubject);
    summary.add(message);
    Instant now = message.createdAt();
    tx.threads()
        .insert(
            new MailThread(message.threadId(), message.scope(), false, summary.build(), now, now));
  }

  /**
   * Recomputes the summary after label changes or removals. Deletes the thread with its last
   * message.
   *
   * @return empty when the thread was deleted
   */
  public static Optional<MailThread> refresh(
      StoreTransaction tx, Scope inbox, String threadId, Instant now) {
    Optional<MailThread> before = tx.threads().lock(inbox, threadId);
    if (before.isEmpty()) {
      return Optional.empty();
    }
    List<Message> messages = messages(tx, inbox, threadId);
    if (messages.isEmpty()) {
      tx.threads().delete(inbox, threadId);
      return Optional.empty();
    }
    String baseSubject = before.get().summary().baseSubject();
    MailThread thread =
        before.get().withSummary(ThreadSummaryBuilder.of(messages, baseSubject).build(), now);
    tx.threads().update(before.get(), thread);
    return Optional.of(thread);
  }

  /**
   * The thread as if it had only the messages with these hidden values. Reads at most the oldest
   * and the {@link #MAX_NEWEST} newest messages; those in between are counted but not listed, and
   * not even counted if that would require reading more than {@link #MAX_NEWEST} others.
   *
   * @return empty when there are none
   */
  public static Optional<MailThread> restricted(
      StoreTransaction tx, MailThread thread, List<Integer> bits) {
    Scope inbox = thread.scope();
    List<Message> newest = some(tx, inbox, thread, bits, PageRequest.first(MAX_NEWEST));
    boolean many = newest.size() > MAX_NEWEST;
    List<Message> read = new ArrayList<>(many ? newest.subList(0, MAX_NEWEST) : newest);
    if (many) {
      read.add(some(tx, inbox, thread, bits, new PageRequest(1, null, true)).get(0));
    }
    Collections.reverse(read);
    return read.stream()
        .map(Message::updatedAt)
        .max(Comparator.naturalOrder())
        .map(
            updatedAt -> {
              ThreadSummaryBuilder summary =
                  ThreadSummaryBuilder.of(read, thread.summary().baseSubject());
              if (many) {
                countAll(tx, thread, bits, summary);
              }
              return new MailThread(
                  thread.id(),
                  inbox,
                  thread.locked(),
                  summary.build(),
                  read.get(0).createdAt(),
                  updatedAt);
            });
  }

  /** Counts all messages of the thread minus the excluded ones. */
  private static void countAll(
      StoreTransaction tx, MailThread thread, List<Integer> bits, ThreadSummaryBuilder summary) {
    List<Integer> otherBits = ALL_BITS.stream().filter(bit -> !bits.contains(bit)).toList();
    List<Message> others =
        some(tx, thread.scope(), thread, otherBits, PageRequest.first(MAX_NEWEST));
    if (others.size() <= MAX_NEWEST) {
      ThreadActivity all = thread.activity();
      summary.count(
          all.messageCount() - others.size(),
          all.size() - others.stream().mapToLong(Message::size).sum());
    }
  }

  /** One page of messages, plus one if there are more. */
  private static List<Message> some(
      StoreTransaction tx, Scope inbox, MailThread thread, List<Integer> bits, PageRequest page) {
    return tx.messages().range(inbox, new MessageRange(bits, null, thread.id(), null, null), page);
  }

  /** Locks the inbox; the messages of a thread that the caller sees, oldest first. */
  static List<Message> lockedMessages(StoreTransaction tx, Caller caller, MailThread thread) {
    Access.lockInbox(tx, caller, thread.scope().id());
    return messages(tx, thread.scope(), thread.id()).stream()
        .filter(message -> HiddenMailAccess.sees(caller, message))
        .toList();
  }

  private static List<Message> messages(StoreTransaction tx, Scope inbox, String threadId) {
    MessageRange range = new MessageRange(ALL_BITS, null, threadId, null, null);
    List<Message> all = new ArrayList<>();
    PagePosition position = null;
    while (true) {
      List<Message> found =
          tx.messages().range(inbox, range, new PageRequest(PageRequest.MAX_LIMIT, position, true));
      if (found.size() <= PageRequest.MAX_LIMIT) {
        all.addAll(found);
        return all;
      }
      all.addAll(found.subList(0, PageRequest.MAX_LIMIT));
      Message last = all.get(all.size() - 1);
      position = new PagePosition(last.createdAt(), last.id());
    }
  }
}
