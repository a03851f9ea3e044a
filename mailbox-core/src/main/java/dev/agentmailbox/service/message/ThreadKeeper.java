package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a thread's summary equal to what its messages say. Adding a message costs the same however
 * long the thread is; only taking something away reads the thread's messages again.
 */
public final class ThreadKeeper {
  /** Messages that are read of a thread for a caller who may not see all of it. */
  public static final int MAX_NEWEST = PageRequest.MAX_LIMIT;

  private static final List<Integer> ALL_BITS = Hidden.visibleBits(List.of(Hidden.values()));

  private ThreadKeeper() {}

  /**
   * Adds a new message to the thread it names, which is made when it does not exist. The message
   * itself is stored by the caller.
   *
   * @param baseSubject normalised subject for the subject rule
   */
  public static MailThread append(StoreTransaction tx, Message message, String baseSubject) {
    Scope inbox = message.scope();
    Optional<MailThread> existing = tx.threads().lock(inbox, message.threadId());
    Draft draft = existing.map(Draft::new).orElseGet(() -> new Draft(message, baseSubject));
    draft.add(message);
    MailThread thread = draft.thread(message.createdAt());
    if (existing.isPresent()) {
      tx.threads().update(thread);
    } else {
      tx.threads().insert(thread);
    }
    return thread;
  }

  /**
   * Makes the summary again from the thread's messages, after labels changed or messages went. The
   * thread goes with its last message.
   *
   * @return empty when the thread is gone
   */
  public static Optional<MailThread> refresh(
      StoreTransaction tx, Scope inbox, String threadId, Instant now) {
    Optional<MailThread> before = tx.threads().lock(inbox, threadId);
    if (before.isEmpty()) {
      return Optional.empty();
    }
    List<Message> messages = messages(tx, inbox, threadId, ALL_BITS);
    if (messages.isEmpty()) {
      tx.threads().delete(inbox, threadId);
      return Optional.empty();
    }
    Draft draft = Draft.of(before.get(), messages);
    draft.createdAt = before.get().createdAt();
    MailThread thread = draft.thread(now);
    tx.threads().update(thread);
    return Optional.of(thread);
  }

  /**
   * The thread as if it had only the messages with these bits. Of many it reads the oldest and the
   * {@link #MAX_NEWEST} newest; what is between them is counted, and named no more. When more than
   * {@link #MAX_NEWEST} others would have to be told apart, it is not counted either.
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
              Draft draft = Draft.of(thread, read);
              if (many) {
                countAll(tx, inbox, thread, bits, draft);
              }
              return draft.thread(updatedAt);
            });
  }

  /** All that the thread has, less the others. */
  private static void countAll(
      StoreTransaction tx, Scope inbox, MailThread thread, List<Integer> bits, Draft draft) {
    List<Integer> otherBits = ALL_BITS.stream().filter(bit -> !bits.contains(bit)).toList();
    List<Message> others = some(tx, inbox, thread, otherBits, PageRequest.first(MAX_NEWEST));
    if (others.size() <= MAX_NEWEST) {
      draft.messageCount = thread.messageCount() - others.size();
      draft.size = thread.size() - others.stream().mapToLong(Message::size).sum();
    }
  }

  /** One message more than the page has, when there is one. */
  private static List<Message> some(
      StoreTransaction tx, Scope inbox, MailThread thread, List<Integer> bits, PageRequest page) {
    return tx.messages().range(inbox, new MessageRange(bits, null, thread.id(), null, null), page);
  }

  /** Every message of a thread, oldest first, hidden ones included. */
  public static List<Message> messages(StoreTransaction tx, Scope inbox, String threadId) {
    return messages(tx, inbox, threadId, ALL_BITS);
  }

  private static List<Message> messages(
      StoreTransaction tx, Scope inbox, String threadId, List<Integer> bits) {
    MessageRange range = new MessageRange(bits, null, threadId, null, null);
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

  /** A summary being made, message by message, oldest first. */
  private static final class Draft {
    private final String id;
    private final Scope inbox;
    private final String baseSubject;
    private final Set<String> labels = new TreeSet<>();
    private final Set<String> senders = new LinkedHashSet<>();
    private final Set<String> recipients = new LinkedHashSet<>();
    private final List<Attachment> attachments = new ArrayList<>();
    private Instant lastAt;
    private @Nullable Instant receivedAt;
    private @Nullable Instant sentAt;
    private @Nullable String subject;
    private @Nullable String preview;
    private String lastMessageId;
    private int messageCount;
    private long size;
    private int hiddenBits;
    private boolean locked;
    private Instant createdAt;

    Draft(Message first, String baseSubject) {
      this.id = first.threadId();
      this.inbox = first.scope();
      this.baseSubject = baseSubject;
      this.lastAt = first.createdAt();
      this.lastMessageId = first.id();
      this.hiddenBits = first.hiddenBits();
      this.createdAt = first.createdAt();
    }

    Draft(MailThread thread) {
      this.id = thread.id();
      this.inbox = thread.scope();
      this.baseSubject = thread.baseSubject();
      this.labels.addAll(thread.labels());
      this.senders.addAll(thread.senders());
      this.recipients.addAll(thread.recipients());
      this.attachments.addAll(thread.attachments());
      this.lastAt = thread.lastAt();
      this.receivedAt = thread.receivedAt();
      this.sentAt = thread.sentAt();
      this.subject = thread.subject();
      this.preview = thread.preview();
      this.lastMessageId = thread.lastMessageId();
      this.messageCount = thread.messageCount();
      this.size = thread.size();
      this.hiddenBits = thread.hiddenBits();
      this.locked = thread.locked();
      this.createdAt = thread.createdAt();
    }

    /** The summary of these messages of a thread, oldest first. */
    static Draft of(MailThread thread, List<Message> messages) {
      Draft draft = new Draft(messages.get(0), thread.baseSubject());
      draft.locked = thread.locked();
      messages.forEach(draft::add);
      return draft;
    }

    void add(Message message) {
      labels.addAll(message.labels());
      messageCount++;
      size += message.size();
      hiddenBits = leastHidden(hiddenBits, message.hiddenBits());
      if (message.hiddenBits() == hiddenBits) {
        lastAt = message.createdAt();
        lastMessageId = message.id();
      }
      if (message.direction() == Direction.INBOUND) {
        receivedAt = message.createdAt();
      } else {
        sentAt = message.createdAt();
      }
      if (!message.isHeld() && message.hiddenBits() == 0) {
        addContent(message);
      }
    }

    private void addContent(Message message) {
      if (subject == null) {
        subject = message.subject();
      }
      preview = message.content().preview();
      MailAddress from = message.author();
      if (from != null) {
        addBounded(senders, List.of(from));
      }
      addBounded(recipients, message.headers().to());
      addBounded(recipients, message.headers().cc());
      for (Attachment attachment : message.content().attachments()) {
        if (attachments.size() < MailThread.MAX_NAMED) {
          attachments.add(attachment);
        }
      }
    }

    private static void addBounded(Set<String> names, Collection<MailAddress> addresses) {
      for (MailAddress address : addresses) {
        if (names.size() < MailThread.MAX_NAMED) {
          names.add(address.display());
        }
      }
    }

    /** The bits under which more callers see the thread; the later ones when neither is. */
    private static int leastHidden(int before, int added) {
      return (before & added) == before ? before : added;
    }

    MailThread thread(Instant now) {
      return new MailThread(
          id,
          inbox.organizationId(),
          inbox.pod().orElseThrow(),
          inbox.id(),
          labels,
          lastAt,
          receivedAt,
          sentAt,
          List.copyOf(senders),
          List.copyOf(recipients),
          subject,
          preview,
          attachments,
          lastMessageId,
          messageCount,
          size,
          hiddenBits,
          baseSubject,
          locked,
          createdAt,
          now);
    }
  }
}
