package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Threads, and the index of RFC 5322 Message-IDs by which mail is threaded. */
public interface ThreadStore {
  void insert(MailThread thread);

  /**
   * Writes all mutable fields, including labels; does nothing when the thread does not exist.
   *
   * @param locked the previous state, as returned by {@link #lock} in the same transaction
   */
  void update(MailThread locked, MailThread changed);

  Optional<MailThread> find(Scope scope, String threadId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<MailThread> lock(Scope scope, String threadId);

  /**
   * A page of threads by (lastAt, id).
   *
   * @param scope an organization, a pod or an inbox
   */
  List<MailThread> range(Scope scope, ThreadRange range, PageRequest page);

  /** Deletes the thread and its registered Message-IDs. */
  void delete(Scope inbox, String threadId);

  /**
   * Maps a Message-ID to a thread. The first registration of an id in an inbox wins.
   *
   * @param ours whether this service generated the id
   */
  void register(Scope inbox, String rfcMessageId, String threadId, boolean ours);

  /** The registered ones among these Message-IDs. */
  List<KnownReference> known(Scope inbox, Collection<String> rfcMessageIds);

  /**
   * Threads with this base subject and {@code lastAt} at or after {@code since}, newest first, at
   * most {@code limit}.
   */
  List<MailThread> withSubject(Scope inbox, String baseSubject, Instant since, int limit);

  /** A registered Message-ID. */
  record KnownReference(String rfcMessageId, String threadId, boolean ours) {}

  /**
   * Filter.
   *
   * @param hiddenBits values of {@code hiddenBits} to include
   * @param label required label; null for any
   * @param from {@code lastAt} at or after; null for unbounded
   * @param before {@code lastAt} before; null for unbounded
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
