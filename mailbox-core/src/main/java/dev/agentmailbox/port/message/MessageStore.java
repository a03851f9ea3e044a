package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages of inboxes. Every scope given is that of one inbox. */
public interface MessageStore {
  void insert(Message message, MessageBody body);

  Optional<Message> find(Scope inbox, String messageId);

  /** Those that exist, in no order. */
  List<Message> findAll(Scope inbox, Collection<String> messageIds);

  Optional<MessageBody> body(Scope inbox, String messageId);

  /** As {@link #find}, with the body. */
  Optional<WithBody> findWithBody(Scope inbox, String messageId);

  /** A message and its body. */
  record WithBody(Message message, MessageBody body) {}

  /**
   * One index range by (createdAt, id), without bodies.
   *
   * @return at most {@code page.limit()} + 1 messages
   */
  List<Message> range(Scope inbox, MessageRange range, PageRequest page);

  /** Writes labels and updatedAt. */
  void updateLabels(Message message);

  /** Removes rows, labels and body; content and search words are the caller's. */
  void delete(Scope inbox, Collection<String> messageIds);

  /** Whether any message, send or draft, of any organization, names this content. */
  boolean namesContent(String contentKey);

  /**
   * Which messages.
   *
   * @param hiddenBits only those whose {@code hiddenBits} is one of these; an index range for each
   * @param label only those that carry it; null for all
   * @param threadId only those of that thread; null for all
   * @param from stored at or after; null for no bound
   * @param before stored before; null for no bound
   */
  record MessageRange(
      List<Integer> hiddenBits,
      @Nullable String label,
      @Nullable String threadId,
      @Nullable Instant from,
      @Nullable Instant before) {
    public MessageRange {
      hiddenBits = List.copyOf(hiddenBits);
    }
  }
}
