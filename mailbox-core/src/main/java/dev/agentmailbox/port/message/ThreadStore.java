package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Threads, and the registry of RFC 5322 Message-IDs that leads to them. */
public interface ThreadStore {
  void insert(MailThread thread);

  /**
   * Writes everything that can change, labels included; nothing when there is no such thread.
   *
   * @param locked the thread before, as {@link #lock} gave it in the same transaction
   */
  void update(MailThread locked, MailThread changed);

  Optional<MailThread> find(Scope scope, String threadId);

  /** As {@link #find}, and the row stays locked until the transaction ends. */
  Optional<MailThread> lock(Scope scope, String threadId);

  /**
   * One index range by (lastAt, id).
   *
   * @param scope of an organization, a pod or an inbox
   * @return at most {@code page.limit()} + 1 threads
   */
  List<MailThread> range(Scope scope, ThreadRange range, PageRequest page);

  /** Removes the thread and its registered Message-IDs. */
  void delete(Scope inbox, String threadId);

  /**
   * Notes that a Message-ID belongs to a thread. The first note for an id in an inbox stays.
   *
   * @param ours true when the service made the id
   */
  void register(Scope inbox, String rfcMessageId, String threadId, boolean ours);

  /** Which of these Message-IDs are known in the inbox. */
  List<KnownReference> known(Scope inbox, Collection<String> rfcMessageIds);

  /** The newest threads with this base subject, newest first, at most {@code limit}. */
  List<MailThread> withSubject(Scope inbox, String baseSubject, Instant since, int limit);

  /** A registered Message-ID. */
  record KnownReference(String rfcMessageId, String threadId, boolean ours) {}

  /**
   * Which threads.
   *
   * @param hiddenBits only those whose {@code hiddenBits} is one of these
   * @param label only those that carry it; null for all
   * @param from last message at or after; null for no bound
   * @param before last message before; null for no bound
   */
  record ThreadRange(
      List<Integer> hiddenBits,
      @Nullable String label,
      @Nullable Instant from,
      @Nullable Instant before) {
    public ThreadRange {
      hiddenBits = List.copyOf(hiddenBits);
    }
  }
}
