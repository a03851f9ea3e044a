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

/** Messages. A scope argument is that of one inbox, unless its method says otherwise. */
public interface MessageStore {
  void insert(Message message, MessageBody body);

  Optional<Message> find(Scope inbox, String messageId);

  /** The messages that exist, in no particular order. */
  List<Message> findAll(Scope inbox, Collection<String> messageIds);

  Optional<MessageBody> body(Scope inbox, String messageId);

  /**
   * A message with its body.
   *
   * @param scope in which the inbox must lie; may be wider than the inbox, so that the inbox need
   *     not be read first
   * @param inboxId lower-case address
   */
  Optional<WithBody> findWithBody(Scope scope, String inboxId, String messageId);

  /** A message and its body. */
  record WithBody(Message message, MessageBody body) {}

  /** A page of messages by (createdAt, id), without bodies. */
  List<Message> range(Scope inbox, MessageRange range, PageRequest page);

  /** Writes labels and updatedAt. */
  void updateLabels(Message message);

  /** Deletes rows, labels and bodies. The caller deletes content and search entries. */
  void delete(Scope inbox, Collection<String> messageIds);

  /** Whether any message, send or draft of any organization references this content. */
  boolean namesContent(String contentKey);

  /**
   * Filter.
   *
   * @param hiddenBits values of {@code hiddenBits} to include; each is a separate index range
   * @param label required label; null for any
   * @param threadId required thread; null for any
   * @param from created at or after; null for unbounded
   * @param before created before; null for unbounded
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
