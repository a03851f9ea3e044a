package dev.agentmailbox.service.message;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.ThreadActivity;
import dev.agentmailbox.message.ThreadContent;
import dev.agentmailbox.message.ThreadSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Computes the summary of a thread from its messages, oldest first. Not thread safe. */
final class ThreadSummaryBuilder {
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

  /** Starts a thread with this message, which is to be added next. */
  ThreadSummaryBuilder(Message first, String baseSubject) {
    this.baseSubject = baseSubject;
    this.lastAt = first.createdAt();
    this.lastMessageId = first.id();
    this.hiddenBits = first.hiddenBits();
  }

  /** Continues from an existing summary. */
  ThreadSummaryBuilder(ThreadSummary before) {
    ThreadContent content = before.content();
    ThreadActivity activity = before.activity();
    this.baseSubject = before.baseSubject();
    this.labels.addAll(before.labels());
    this.hiddenBits = before.hiddenBits();
    this.senders.addAll(content.senders());
    this.recipients.addAll(content.recipients());
    this.attachments.addAll(content.attachments());
    this.subject = content.subject();
    this.preview = content.preview();
    this.lastAt = activity.lastAt();
    this.lastMessageId = activity.lastMessageId();
    this.receivedAt = activity.receivedAt();
    this.sentAt = activity.sentAt();
    this.messageCount = activity.messageCount();
    this.size = activity.size();
  }

  /** Summarizes these messages, oldest first. */
  static ThreadSummaryBuilder of(List<Message> messages, String baseSubject) {
    ThreadSummaryBuilder builder = new ThreadSummaryBuilder(messages.get(0), baseSubject);
    messages.forEach(builder::add);
    return builder;
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

  /** Counts messages without adding them. */
  void count(int allMessages, long allBytes) {
    messageCount = allMessages;
    size = allBytes;
  }

  private void addContent(Message message) {
    if (subject == null) {
      subject = message.subject();
    }
    preview = message.content().preview();
    MailAddress author = message.author();
    if (author != null) {
      addBounded(senders, List.of(author));
    }
    addBounded(recipients, message.headers().to());
    addBounded(recipients, message.headers().cc());
    for (Attachment attachment : message.content().attachments()) {
      if (attachments.size() < ThreadContent.MAX_NAMED) {
        attachments.add(attachment);
      }
    }
  }

  private static void addBounded(Set<String> names, Collection<MailAddress> addresses) {
    for (MailAddress address : addresses) {
      if (names.size() < ThreadContent.MAX_NAMED) {
        names.add(address.display());
      }
    }
  }

  /** The hidden value visible to more callers; the later one when neither is. */
  private static int leastHidden(int before, int added) {
    return (before & added) == before ? before : added;
  }

  ThreadSummary build() {
    return new ThreadSummary(
        baseSubject,
        labels,
        hiddenBits,
        new ThreadContent(
            subject, preview, List.copyOf(senders), List.copyOf(recipients), attachments),
        new ThreadActivity(lastAt, lastMessageId, receivedAt, sentAt, messageCount, size));
  }
}
