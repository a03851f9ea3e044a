package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.ThreadSummary;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.ThreadStore;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Pages;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.UnionQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Threads and their Message-IDs. */
public final class ThreadTable implements ThreadStore {
  private static final String INSERT =
      """
      INSERT INTO thread (org_id, thread_id, pod_id, inbox_id, hidden, last_at, subject_key, locked,
        details, created_at, updated_at)
      VALUES (:org_id, :thread_id, :pod_id, :inbox_id, :hidden, :last_at, :subject_key, :locked,
        :details, :created_at, :updated_at)""";
  private static final String BY_KEY = " WHERE org_id = :org_id AND thread_id = :thread_id";
  private static final String UPDATE =
      """
      UPDATE thread SET hidden = :hidden, last_at = :last_at, subject_key = :subject_key,
        locked = :locked, details = :details, updated_at = :updated_at"""
          + BY_KEY;
  private static final String SELECT = "SELECT thread.* FROM thread";
  private static final String FIND = SELECT + BY_KEY;
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String DELETE = "DELETE FROM thread" + BY_KEY;
  private static final String DELETE_REFERENCES =
      """
      DELETE FROM thread_reference
      WHERE org_id = :org_id AND inbox_id = :inbox_id AND thread_id = :thread_id""";
  private static final ScopedRange LIST =
      ScopedRange.of(SELECT, ", hidden", "last_at", "thread_id", "");
  private static final ScopedRange LABEL_LIST =
      new ScopedRange(
          labelList("l.org_id, l.label, l.hidden", ""),
          labelList("l.org_id, l.label, l.hidden", "AND l.pod_id = :pod_id"),
          labelList("l.org_id, l.inbox_id, l.label, l.hidden", ""));
  private static final String WITH_SUBJECT =
      """
      SELECT * FROM thread
      WHERE org_id = :org_id AND inbox_id = :inbox_id AND subject_key = :subject_key
        AND last_at >= :since
      ORDER BY org_id DESC, inbox_id DESC, subject_key DESC, last_at DESC, thread_id DESC
      FETCH FIRST :limit ROWS ONLY""";
  private static final String REGISTER =
      """
      INSERT INTO thread_reference (org_id, inbox_id, reference_key, thread_id, ours)
      VALUES (:org_id, :inbox_id, :reference_key, :thread_id, :ours)""";
  private static final String REFERENCES = "SELECT * FROM thread_reference";

  private final Statements statements;
  private final ThreadLabelTable labels;

  public ThreadTable(Statements statements) {
    this.statements = statements;
    this.labels = new ThreadLabelTable(statements);
  }

  private static IndexRange labelList(String fixed, String filter) {
    return IndexRange.of(
        """
        SELECT thread.* FROM thread_label l
        JOIN thread ON thread.org_id = l.org_id AND thread.thread_id = l.thread_id""",
        fixed,
        "l.last_at",
        "l.thread_id",
        filter);
  }

  @Override
  public void insert(MailThread thread) {
    statements.write(
        bindChangeable(statements.direct(INSERT), thread)
            .bind("pod_id", thread.podId())
            .bind("inbox_id", thread.inboxId())
            .bind("created_at", Times.of(thread.createdAt())));
    labels.insert(thread);
  }

  @Override
  public void update(MailThread locked, MailThread changed) {
    if (statements.run(bindChangeable(statements.direct(UPDATE), changed)) > 0) {
      labels.replace(locked, changed);
    }
  }

  @Override
  public Optional<MailThread> find(Scope scope, String threadId) {
    return one(statements.query(FIND), scope, threadId);
  }

  @Override
  public Optional<MailThread> lock(Scope scope, String threadId) {
    return one(statements.lockingQuery(LOCK), scope, threadId);
  }

  private static Optional<MailThread> one(Query query, Scope scope, String threadId) {
    return Rows.one(
            query.bind("org_id", scope.organizationId()).bind("thread_id", threadId),
            ThreadTable::read)
        .filter(thread -> isInside(scope, thread));
  }

  @Override
  public List<MailThread> range(Scope scope, ThreadRange range, PageRequest page) {
    TimeRange window = TimeRange.between(range.from(), range.before());
    ScopedRange shape = range.label() == null ? LIST : LABEL_LIST;
    List<List<MailThread>> ranges = new ArrayList<>();
    for (int hidden : range.hiddenBits()) {
      Query query = shape.query(statements, scope, page, window).bind("hidden", hidden);
      if (range.label() != null) {
        query.bind("label", range.label());
      }
      ranges.add(Rows.list(query, ThreadTable::read));
    }
    return Pages.merge(ranges, page, thread -> new PagePosition(thread.lastAt(), thread.id()))
        .stream()
        .filter(thread -> isInside(scope, thread))
        .toList();
  }

  @Override
  public void delete(Scope inbox, String threadId) {
    lock(inbox, threadId)
        .ifPresent(
            thread -> {
              labels.delete(thread);
              statements.run(
                  statements
                      .update(DELETE)
                      .bind("org_id", thread.scope().organizationId())
                      .bind("thread_id", threadId));
            });
    statements.run(
        statements
            .update(DELETE_REFERENCES)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("thread_id", threadId));
  }

  @Override
  public void register(Scope inbox, String rfcMessageId, String threadId, boolean ours) {
    statements.writeUnlessKnown(
        statements
            .directUnlessKnown(REGISTER)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("reference_key", HashedKey.of(rfcMessageId))
            .bind("thread_id", threadId)
            .bind("ours", ours));
  }

  @Override
  public List<KnownReference> known(Scope inbox, Collection<String> rfcMessageIds) {
    Map<String, String> idOfKey = new HashMap<>();
    rfcMessageIds.forEach(id -> idOfKey.put(HashedKey.of(id), id));
    return UnionQuery.find(
        statements,
        REFERENCES,
        "org_id, inbox_id",
        "reference_key",
        idOfKey.keySet(),
        query ->
            query
                .bind("org_id", inbox.organizationId())
                .bind("inbox_id", inbox.inboxId())
                .map(
                    (row, context) ->
                        new KnownReference(
                            idOfKey.getOrDefault(row.getString("reference_key"), ""),
                            row.getString("thread_id"),
                            row.getBoolean("ours")))
                .list());
  }

  @Override
  public List<MailThread> withSubject(Scope inbox, String baseSubject, Instant since, int limit) {
    return Rows.list(
        statements
            .query(WITH_SUBJECT)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("subject_key", HashedKey.of(baseSubject))
            .bind("since", Times.of(since))
            .bind("limit", limit),
        ThreadTable::read);
  }

  private static boolean isInside(Scope scope, MailThread thread) {
    return scope.contains(thread.scope());
  }

  /** Threads without a subject are not indexed by it. */
  private static @Nullable String subjectKey(MailThread thread) {
    String baseSubject = thread.summary().baseSubject();
    return baseSubject.isEmpty() ? null : HashedKey.of(baseSubject);
  }

  private static DirectUpdate bindChangeable(DirectUpdate update, MailThread thread) {
    return update
        .bind("org_id", thread.scope().organizationId())
        .bind("thread_id", thread.id())
        .bind("hidden", thread.hiddenBits())
        .bind("last_at", Times.of(thread.lastAt()))
        .bind("subject_key", subjectKey(thread))
        .bind("locked", thread.locked())
        .bind("details", Json.write(thread.summary()))
        .bind("updated_at", Times.of(thread.updatedAt()));
  }

  private static MailThread read(ResultSet row) throws SQLException {
    return new MailThread(
        row.getString("thread_id"),
        Scope.inbox(row.getString("org_id"), row.getString("pod_id"), row.getString("inbox_id")),
        row.getBoolean("locked"),
        Json.read(row.getString("details"), ThreadSummary.class),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
