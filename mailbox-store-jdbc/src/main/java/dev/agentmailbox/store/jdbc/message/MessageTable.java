package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.MessageStore;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Pages;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.UnionQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

/** Messages and their bodies. */
public final class MessageTable implements MessageStore {
  private static final String INSERT =
      """
      INSERT INTO message (org_id, inbox_id, message_id, pod_id, thread_id, hidden, labels,
        size, content_key, details, created_at, updated_at)
      VALUES (:org_id, :inbox_id, :message_id, :pod_id, :thread_id, :hidden, :labels,
        :size, :content_key, :details, :created_at, :updated_at)""";
  private static final String INSERT_BODY =
      """
      INSERT INTO message_body (org_id, inbox_id, message_id, body)
      VALUES (:org_id, :inbox_id, :message_id, :body)""";

  /** In the order of {@link #read}: finding a column by its name takes longer than reading it. */
  private static final String COLUMNS =
      """
      SELECT message.message_id, message.org_id, message.pod_id, message.inbox_id,
        message.thread_id, message.labels, message.details, message.created_at,
        message.updated_at""";

  private static final int BODY_COLUMN = 10;
  private static final String SELECT = COLUMNS + " FROM message";
  private static final String BY_KEY =
      " WHERE org_id = :org_id AND inbox_id = :inbox_id AND message_id = :message_id";
  private static final String FIND = SELECT + BY_KEY;
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String JOIN_BODY =
      """
       FROM message JOIN message_body b ON b.org_id = message.org_id
        AND b.inbox_id = message.inbox_id AND b.message_id = message.message_id
      WHERE message.org_id = :org_id AND message.inbox_id = :inbox_id
        AND message.message_id = :message_id""";
  private static final String FIND_WITH_BODY = COLUMNS + ", b.body" + JOIN_BODY;
  private static final String FIND_BODY = "SELECT message.pod_id, b.body" + JOIN_BODY;
  private static final String UPDATE_LABELS =
      "UPDATE message SET labels = :labels, hidden = :hidden, updated_at = :updated_at" + BY_KEY;
  private static final String DELETE = "DELETE FROM message" + BY_KEY;
  private static final String DELETE_BODY = "DELETE FROM message_body" + BY_KEY;
  private static final IndexRange LIST =
      IndexRange.of(SELECT, "org_id, inbox_id, hidden", "created_at", "message_id");
  private static final String THREAD_COLUMNS = "org_id, inbox_id, thread_id, hidden";
  private static final IndexRange THREAD_LIST =
      IndexRange.of(SELECT, THREAD_COLUMNS, "created_at", "message_id");
  private static final IndexRange THREAD_LABEL_LIST =
      IndexRange.of(
          SELECT,
          THREAD_COLUMNS,
          "created_at",
          "message_id",
          """
          AND EXISTS (SELECT 1 FROM message_label l
            WHERE l.org_id = message.org_id AND l.inbox_id = message.inbox_id
              AND l.label = :label AND l.hidden = message.hidden
              AND l.created_at = message.created_at AND l.message_id = message.message_id)""");
  private static final IndexRange LABEL_LIST =
      IndexRange.of(
          COLUMNS
              + """
               FROM message_label l
              JOIN message ON message.org_id = l.org_id AND message.inbox_id = l.inbox_id
                AND message.message_id = l.message_id""",
          "l.org_id, l.inbox_id, l.label, l.hidden",
          "l.created_at",
          "l.message_id");
  private static final String NAMES_CONTENT =
      """
      SELECT 1 FROM message WHERE content_key = :content_key
      UNION ALL SELECT 1 FROM send WHERE content_key = :content_key
      UNION ALL SELECT 1 FROM draft_attachment WHERE content_key = :content_key""";

  private final Statements statements;
  private final MessageLabelTable labels;

  public MessageTable(Statements statements) {
    this.statements = statements;
    this.labels = new MessageLabelTable(statements);
  }

  @Override
  public void insert(Message message, MessageBody body) {
    statements.writeContent(message.content().contentKey());
    statements.write(
        statements
            .direct(INSERT)
            .bind("org_id", message.scope().organizationId())
            .bind("inbox_id", message.inboxId())
            .bind("message_id", message.id())
            .bind("pod_id", message.podId())
            .bind("thread_id", message.threadId())
            .bind("hidden", message.hiddenBits())
            .bind("labels", text(message.labels()))
            .bind("size", message.size())
            .bind("content_key", message.content().contentKey())
            .bind("details", MailJson.write(message.mail()))
            .bind("created_at", Times.of(message.createdAt()))
            .bind("updated_at", Times.of(message.updatedAt())));
    statements.write(
        statements
            .direct(INSERT_BODY)
            .bind("org_id", message.scope().organizationId())
            .bind("inbox_id", message.inboxId())
            .bind("message_id", message.id())
            .bind("body", BodyJson.write(body)));
    labels.insert(message, message.labels());
  }

  @Override
  public Optional<Message> find(Scope inbox, String messageId) {
    return Rows.one(bindKey(statements.query(FIND), inbox, messageId), this::read)
        .filter(message -> isInside(inbox, message));
  }

  @Override
  public List<Message> findAll(Scope inbox, Collection<String> messageIds) {
    List<Message> found =
        UnionQuery.find(
            statements,
            SELECT,
            "org_id, inbox_id",
            "message_id",
            messageIds,
            query ->
                Rows.list(
                    query.bind("org_id", inbox.organizationId()).bind("inbox_id", inbox.inboxId()),
                    this::read));
    return found.stream().filter(message -> isInside(inbox, message)).toList();
  }

  @Override
  public Optional<MessageBody> body(Scope inbox, String messageId) {
    return bindKey(statements.query(FIND_BODY), inbox, messageId)
        .map((row, context) -> readBody(inbox, row))
        .findOne()
        .flatMap(Function.identity());
  }

  private static Optional<MessageBody> readBody(Scope inbox, ResultSet row) throws SQLException {
    return inbox.contains(inbox.organizationId(), row.getString("pod_id"), inbox.inboxId())
        ? Optional.of(BodyJson.read(row.getString("body")))
        : Optional.empty();
  }

  @Override
  public Optional<WithBody> findWithBody(Scope scope, String inboxId, String messageId) {
    return statements
        .query(FIND_WITH_BODY)
        .bind("org_id", scope.organizationId())
        .bind("inbox_id", inboxId)
        .bind("message_id", messageId)
        .map((row, context) -> new WithBody(read(row), BodyJson.read(row.getString(BODY_COLUMN))))
        .findOne()
        .filter(found -> scope.contains(found.message().scope()));
  }

  @Override
  public List<Message> range(Scope inbox, MessageRange range, PageRequest page) {
    TimeRange window = TimeRange.between(range.from(), range.before());
    List<List<Message>> ranges = new ArrayList<>();
    for (int hidden : range.hiddenBits()) {
      Query query =
          shape(range)
              .query(statements, page, window)
              .bind("org_id", inbox.organizationId())
              .bind("inbox_id", inbox.inboxId())
              .bind("hidden", hidden);
      if (range.threadId() != null) {
        query.bind("thread_id", range.threadId());
      }
      if (range.label() != null) {
        query.bind("label", range.label());
      }
      ranges.add(Rows.list(query, this::read));
    }
    return Pages.merge(ranges, page, message -> new PagePosition(message.createdAt(), message.id()))
        .stream()
        .filter(message -> isInside(inbox, message))
        .toList();
  }

  private static IndexRange shape(MessageRange range) {
    if (range.threadId() == null) {
      return range.label() == null ? LIST : LABEL_LIST;
    }
    return range.label() == null ? THREAD_LIST : THREAD_LABEL_LIST;
  }

  @Override
  public void updateLabels(Message message) {
    Optional<Message> found =
        Rows.one(bindKey(statements.lockingQuery(LOCK), message.scope(), message.id()), this::read);
    if (found.isEmpty()) {
      return;
    }
    Message before = found.get();
    statements.run(
        statements
            .update(UPDATE_LABELS)
            .bind("labels", text(message.labels()))
            .bind("hidden", message.hiddenBits())
            .bind("updated_at", Times.of(message.updatedAt()))
            .bind("org_id", message.scope().organizationId())
            .bind("inbox_id", message.inboxId())
            .bind("message_id", message.id()));
    boolean moved = before.hiddenBits() != message.hiddenBits();
    labels.delete(before, moved ? before.labels() : without(before.labels(), message.labels()));
    labels.insert(
        before.withLabels(message.labels(), message.updatedAt()),
        moved ? message.labels() : without(message.labels(), before.labels()));
  }

  private static Set<String> without(Set<String> labels, Set<String> others) {
    Set<String> rest = new HashSet<>(labels);
    rest.removeAll(others);
    return rest;
  }

  @Override
  public void delete(Scope inbox, Collection<String> messageIds) {
    List<Message> messages = findAll(inbox, messageIds);
    labels.deleteAll(messages);
    for (String sql : List.of(DELETE_BODY, DELETE)) {
      PreparedBatch batch = statements.batch(sql);
      for (Message message : messages) {
        batch
            .bind("org_id", message.scope().organizationId())
            .bind("inbox_id", message.inboxId())
            .bind("message_id", message.id())
            .add();
      }
      statements.run(batch);
    }
    statements.forgetMails(messageIds);
  }

  @Override
  public boolean namesContent(String contentKey) {
    return statements
        .query(NAMES_CONTENT)
        .bind("content_key", contentKey)
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }

  private static Query bindKey(Query query, Scope inbox, String messageId) {
    return query
        .bind("org_id", inbox.organizationId())
        .bind("inbox_id", inbox.inboxId())
        .bind("message_id", messageId);
  }

  private static boolean isInside(Scope inbox, Message message) {
    return inbox.contains(message.scope());
  }

  private Message read(ResultSet row) throws SQLException {
    String id = row.getString(1);
    return new Message(
        id,
        Scope.inbox(row.getString(2), row.getString(3), row.getString(4)),
        row.getString(5),
        labels(row.getString(6)),
        statements.mail(id, row.getString(7), MailJson::read),
        Times.read(row, 8),
        Times.read(row, 9));
  }

  /** Labels contain no spaces. */
  private static String text(Collection<String> labels) {
    return String.join(" ", new TreeSet<>(labels));
  }

  private static Set<String> labels(String text) {
    return text.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(text.split(" ")));
  }
}
