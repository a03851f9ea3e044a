package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.MessageStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Messages, with an index range per hidden value, and again per label and per thread. */
public final class MemoryMessages implements MessageStore {
  /** Partition value for any label and thread. */
  private static final String ANY = "";

  private record Row(Message message, MessageBody body) {
    String id() {
      return message.id();
    }

    Instant createdAt() {
      return message.createdAt();
    }

    Scope inbox() {
      return message.scope();
    }

    String partition(String narrower) {
      return Partition.of(inbox(), message.hiddenBits(), narrower);
    }

    List<String> labelPartitions() {
      return message.labels().stream().map(this::partition).toList();
    }
  }

  private final ContentNames contentNames;
  private final Rows<String, Row> rows;
  private final RowList<Row> all;
  private final RowList<Row> byLabel;
  private final RowList<Row> byThread;

  public MemoryMessages(UndoLog undo, ContentNames contentNames) {
    this.contentNames = contentNames;
    rows = new Rows<>(undo, Row::id);
    all = rows.list(row -> row.partition(ANY), Row::createdAt);
    byLabel = rows.lists(Row::labelPartitions, Row::createdAt);
    byThread = rows.list(row -> row.partition(row.message().threadId()), Row::createdAt);
    rows.counted(contentNames, row -> List.of(row.message().content().contentKey()));
  }

  @Override
  public void insert(Message message, MessageBody body) {
    rows.add(new Row(message, body));
  }

  @Override
  public Optional<Message> find(Scope inbox, String messageId) {
    return row(ofInbox(inbox), messageId).map(Row::message);
  }

  @Override
  public List<Message> findAll(Scope inbox, Collection<String> messageIds) {
    Set<String> distinct = new HashSet<>(messageIds);
    return distinct.stream().flatMap(id -> find(inbox, id).stream()).toList();
  }

  @Override
  public Optional<MessageBody> body(Scope inbox, String messageId) {
    return row(ofInbox(inbox), messageId).map(Row::body);
  }

  @Override
  public Optional<WithBody> findWithBody(Scope scope, String inboxId, String messageId) {
    return row(scope, messageId)
        .filter(row -> row.message().inboxId().equals(inboxId))
        .map(row -> new WithBody(row.message(), row.body()));
  }

  @Override
  public List<Message> range(Scope inbox, MessageRange range, PageRequest page) {
    String label = range.label();
    String threadId = range.threadId();
    if (threadId != null) {
      // Threads are small enough to filter by label.
      return page(
          byThread,
          inbox,
          range,
          page,
          row -> label == null || row.message().labels().contains(label),
          threadId);
    }
    return label == null
        ? page(all, inbox, range, page, row -> true, ANY)
        : page(byLabel, inbox, range, page, row -> true, label);
  }

  private static List<Message> page(
      RowList<Row> list,
      Scope inbox,
      MessageRange range,
      PageRequest page,
      Predicate<Row> wanted,
      String narrower) {
    Set<String> partitions = new HashSet<>();
    range.hiddenBits().forEach(bits -> partitions.add(Partition.of(inbox, bits, narrower)));
    return list.page(partitions, range.from(), range.before(), page, wanted).stream()
        .map(Row::message)
        .toList();
  }

  @Override
  public void updateLabels(Message message) {
    rows.update(
        message.id(),
        row ->
            new Row(row.message().withLabels(message.labels(), message.updatedAt()), row.body()));
  }

  @Override
  public void delete(Scope inbox, Collection<String> messageIds) {
    messageIds.forEach(id -> rows.removeIf(id, row -> inbox.contains(row.inbox())));
  }

  @Override
  public boolean namesContent(String contentKey) {
    return contentNames.contains(contentKey);
  }

  /** As strict as a database, in which a wider scope finds nothing. */
  private static Scope ofInbox(Scope scope) {
    if (scope.inboxId() == null) {
      throw new IllegalArgumentException("a message is found in the scope of its inbox");
    }
    return scope;
  }

  private Optional<Row> row(Scope scope, String messageId) {
    return rows.find(messageId).filter(row -> scope.contains(row.inbox()));
  }
}
