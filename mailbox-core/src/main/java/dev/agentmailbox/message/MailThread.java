package dev.agentmailbox.message;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A conversation in one inbox. Subject, preview, correspondents and attachments are those of its
 * visible messages only: held and hidden mail does not leak through its thread.
 *
 * @param id {@code thr_…}
 * @param labels union of the labels of its messages
 * @param lastAt when the newest of its least hidden messages was stored; lists sort by (lastAt,
 *     id), in the same order for callers who see the hidden ones and those who do not
 * @param receivedAt newest inbound message
 * @param sentAt newest outbound message
 * @param lastMessageId the message stored at {@code lastAt}
 * @param size bytes of all its messages
 * @param hiddenBits {@link Label#hiddenBits} of its least hidden message
 * @param baseSubject normalised subject for the subject rule; empty when it has none
 * @param locked true while a human has taken the thread over
 */
public record MailThread(
    String id,
    String organizationId,
    String podId,
    String inboxId,
    Set<String> labels,
    Instant lastAt,
    @Nullable Instant receivedAt,
    @Nullable Instant sentAt,
    List<String> senders,
    List<String> recipients,
    @Nullable String subject,
    @Nullable String preview,
    List<Attachment> attachments,
    String lastMessageId,
    int messageCount,
    long size,
    int hiddenBits,
    String baseSubject,
    boolean locked,
    Instant createdAt,
    Instant updatedAt) {
  /** Most senders, recipients and attachments a thread's summary names. */
  public static final int MAX_NAMED = 100;

  public MailThread {
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
    senders = List.copyOf(senders);
    recipients = List.copyOf(recipients);
    attachments = List.copyOf(attachments);
  }

  /** The inbox it is in. */
  public Scope scope() {
    return Scope.inbox(organizationId, podId, inboxId);
  }

  /** The same thread, taken over by a human. */
  public MailThread asLocked(Instant now) {
    return with(true, now);
  }

  /** The same thread, left to the agent. */
  public MailThread asUnlocked(Instant now) {
    return with(false, now);
  }

  private MailThread with(boolean isLocked, Instant now) {
    return new MailThread(
        id,
        organizationId,
        podId,
        inboxId,
        labels,
        lastAt,
        receivedAt,
        sentAt,
        senders,
        recipients,
        subject,
        preview,
        attachments,
        lastMessageId,
        messageCount,
        size,
        hiddenBits,
        baseSubject,
        isLocked,
        createdAt,
        now);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "MailThread[" + id + "]";
  }
}
