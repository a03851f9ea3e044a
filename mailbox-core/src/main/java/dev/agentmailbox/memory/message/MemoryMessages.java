package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.message.MessageStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Messages. One index range for each hidden value, and again for each label and each thread. */
public final class MemoryMessages implements MessageStore {
  private final UndoLog journal;
  private final ContentNames contentNames;
  private final Map<String, Message> rows = new HashMap<>();
  private final Map<String, MessageBody> bodies = new HashMap<>();
  private final Index all;
  private final Index byLabel;
  private final Index byThread;

  public MemoryMessages(UndoLog journal, ContentNames contentNames) {
    this.journal = journal;
    this.contentNames = contentNames;
    this.all = new Index(journal);
    this.byLabel = new Index(journal);
    this.byThread = new Index(journal);
  }

  @Override
  public void insert(Message message, MessageBody body) {
    if (rows.containsKey(message.id())) {
      throw new StoreException("message " + message.id() + " exists", null);
    }
    journal.put(rows, message.id(), message);
    journal.put(bodies, message.id(), body);
    contentNames.add(message.contentKey());
    index(message);
  }

  @Override
  public Optional<Message> find(Scope inbox, String messageId) {
    return Optional.ofNullable(rows.get(messageId))
        .filter(m -> inbox.contains(m.organizationId(), m.podId(), m.inboxId()));
  }

  @Override
  public List<Message> findAll(Scope inbox, Collection<String> messageIds) {
    Set<String> distinct = new HashSet<>(messageIds);
    return distinct.stream().map(id -> find(inbox, id)).flatMap(Optional::stream).toList();
  }

  @Override
  public Optional<MessageBody> body(Scope inbox, String messageId) {
    return find(inbox, messageId).map(message -> bodies.get(message.id()));
  }

  @Override
  public List<Message> range(Scope inbox, MessageRange range, PageRequest page) {
    String label = range.label();
    String threadId = range.threadId();
    Set<Integer> bits = new HashSet<>(range.hiddenBits());
    if (threadId != null) {
      // A thread is small enough to look at each of its messages for the label.
      Predicate<String> labelled = id -> label == null || row(id).labels().contains(label);
      List<String> partitions = bits.stream().map(b -> Partition.of(inbox, b, threadId)).toList();
      return rows(byThread.page(partitions, range.from(), range.before(), page, labelled));
    }
    Index index = label == null ? all : byLabel;
    List<String> partitions =
        bits.stream()
            .map(b -> label == null ? Partition.of(inbox, b) : Partition.of(inbox, b, label))
            .toList();
    return rows(index.page(partitions, range.from(), range.before(), page, id -> true));
  }

  @Override
  public void updateLabels(Message message) {
    Message row = rows.get(message.id());
    if (row != null) {
      Message changed = row.withLabels(message.labels(), message.updatedAt());
      removeFromIndexes(row);
      journal.put(rows, row.id(), changed);
      index(changed);
    }
  }

  @Override
  public void delete(Scope inbox, Collection<String> messageIds) {
    for (Message message : findAll(inbox, messageIds)) {
      removeFromIndexes(message);
      contentNames.remove(message.contentKey());
      journal.remove(bodies, message.id());
      journal.remove(rows, message.id());
    }
  }

  @Override
  public boolean namesContent(String contentKey) {
    return contentNames.contains(contentKey);
  }

  private void index(Message message) {
    Instant time = message.createdAt();
    all.add(List.of(partition(message)), time, message.id());
    byThread.add(List.of(partition(message, message.threadId())), time, message.id());
    byLabel.add(labelPartitions(message), time, message.id());
  }

  private void removeFromIndexes(Message message) {
    Instant time = message.createdAt();
    all.remove(List.of(partition(message)), time, message.id());
    byThread.remove(List.of(partition(message, message.threadId())), time, message.id());
    byLabel.remove(labelPartitions(message), time, message.id());
  }

  private List<Message> rows(List<String> ids) {
    return ids.stream().map(this::row).toList();
  }

  private Message row(String messageId) {
    return Objects.requireNonNull(rows.get(messageId));
  }

  private static List<String> labelPartitions(Message message) {
    List<String> partitions = new ArrayList<>();
    message.labels().forEach(label -> partitions.add(partition(message, label)));
    return partitions;
  }

  private static String partition(Message message, Object... narrower) {
    Scope inbox = Scope.inbox(message.organizationId(), message.podId(), message.inboxId());
    return narrower.length == 0
        ? Partition.of(inbox, message.hiddenBits())
        : Partition.of(inbox, message.hiddenBits(), narrower[0]);
  }
}
