package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.sending.SendQueue;
import dev.agentmailbox.port.sending.SendStore;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Pages;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * Sends; the outbox is those with a {@code due_at}. A claim moves {@code due_at} to the end of its
 * lease, so that an abandoned claim becomes due again. Columns exist for queries; {@code details}
 * is the send as JSON.
 */
public final class SendTable implements SendStore {
  private static final String INSERT =
      """
      INSERT INTO send (org_id, send_id, pod_id, inbox_id, kind, status, envelope_sender,
        content_key, fingerprint, attempts, next_attempt_at, due_at, waiting_for, details,
        created_at, updated_at)
      VALUES (:org_id, :send_id, :pod_id, :inbox_id, :kind, :status, :envelope_sender,
        :content_key, :fingerprint, :attempts, :next_attempt_at, :next_attempt_at, :waiting_for,
        :details, :created_at, :updated_at)\
      """;
  private static final String BY_KEY = " WHERE org_id = :org_id AND send_id = :send_id";
  // An update that keeps next_attempt_at comes from the lease holder, which continues.
  private static final String UPDATE =
      """
      UPDATE send SET status = :status, content_key = :content_key, fingerprint = :fingerprint,
        attempts = :attempts,
        due_at = CASE WHEN next_attempt_at = :next_attempt_at THEN due_at
          ELSE :next_attempt_at END,
        next_attempt_at = :next_attempt_at, waiting_for = :waiting_for, details = :details,
        updated_at = :updated_at\
      """
          + BY_KEY;
  private static final String REPLACE =
      UPDATE + " AND details = :before AND next_attempt_at = :next_before";
  private static final String SELECT = "SELECT * FROM send";
  private static final String DELETE = "DELETE FROM send" + BY_KEY;
  private static final String FIND = SELECT + BY_KEY;
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String IN_INBOX = " AND inbox_id = :inbox_id";
  // The lower bound skips the sends that are not due at any time, which H2 has first in the index.
  private static final String DUE =
      """
      SELECT org_id, send_id FROM send WHERE due_at >= 0 AND due_at <= :now
      ORDER BY due_at, send_id FETCH FIRST :limit ROWS ONLY\
      """;
  private static final String CLAIM = FIND + " AND due_at <= :now FOR UPDATE SKIP LOCKED";
  private static final String LEASE = "UPDATE send SET due_at = :lease_end" + BY_KEY;
  private static final String LEASED =
      """
      SELECT org_id, send_id FROM send WHERE due_at > :now AND (due_at <> next_attempt_at
        OR (attempts = 0 AND waiting_for IS NULL AND status IN ('SENDING', 'SENT')))\
      """;
  private static final String WAITING =
      "SELECT org_id, send_id FROM send"
          + " WHERE waiting_for = :waiting_for AND next_attempt_at > :now";
  private static final String MAKE_DUE =
      "UPDATE send SET due_at = :now, next_attempt_at = :now"
          + BY_KEY
          + " AND waiting_for = :waiting_for AND next_attempt_at > :now";
  // Of the columns of send_due only.
  private static final String QUEUE =
      """
      SELECT COUNT(*) AS sends,
        COUNT(CASE WHEN attempts > 0 OR waiting_for IS NOT NULL THEN 1 END) AS deferred,
        COUNT(CASE WHEN attempts = 0 AND waiting_for IS NULL AND status = 'SCHEDULED' THEN 1 END)
          AS scheduled
      FROM send WHERE due_at >= 0\
      """;
  private static final String FIND_EARLIER_ENVELOPE =
      "SELECT * FROM send WHERE envelope_sender = :envelope_sender";
  private static final String FIND_ENVELOPE =
      "SELECT * FROM send WHERE org_id = :org_id AND envelope_sender = :envelope_sender";
  private static final String IDENTICAL =
      """
      SELECT * FROM send
      WHERE org_id = :org_id AND inbox_id = :inbox_id AND fingerprint = :fingerprint
        AND created_at >= :since AND status NOT IN ('CANCELLED', 'BLOCKED', 'REJECTED', 'FAILED')
      ORDER BY org_id DESC, inbox_id DESC, fingerprint DESC, created_at DESC, send_id DESC
      FETCH FIRST 1 ROW ONLY\
      """;
  private static final ScopedRange LIST =
      ScopedRange.of(SELECT, ", status", "created_at", "send_id", "");

  private final Statements statements;

  public SendTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Send send) {
    statements.write(
        bindChangeable(statements.direct(INSERT), send)
            .bind("pod_id", send.scope().podId())
            .bind("inbox_id", send.inboxId())
            .bind("kind", send.origin().kind().name())
            .bind("envelope_sender", send.mail().envelopeSender())
            .bind("created_at", Times.of(send.createdAt())));
  }

  @Override
  public Optional<Send> find(Scope scope, String sendId) {
    return one(statements.query(FIND), scope, sendId);
  }

  @Override
  public Optional<Send> lock(Scope scope, String sendId) {
    return one(statements.lockingQuery(LOCK), scope, sendId);
  }

  private static Optional<Send> one(Query query, Scope scope, String sendId) {
    return Rows.one(
            query.bind("org_id", scope.organizationId()).bind("send_id", sendId), SendTable::read)
        .filter(send -> isInside(scope, send));
  }

  @Override
  public void update(Send send) {
    statements.write(bindChangeable(statements.direct(UPDATE), send));
  }

  @Override
  public boolean replace(Send before, Send send) {
    return statements.run(
            bindChangeable(statements.direct(REPLACE), send)
                .bind("before", Json.write(before))
                .bind("next_before", Times.ofNullable(before.times().nextAttemptAt())))
        > 0;
  }

  @Override
  public void delete(Scope scope, String sendId) {
    if (find(scope, sendId).isPresent()) {
      statements.run(
          statements.update(DELETE).bind("org_id", scope.organizationId()).bind("send_id", sendId));
    }
  }

  @Override
  public List<Send> list(Scope scope, @Nullable SendStatus status, PageRequest page) {
    List<SendStatus> wanted = status == null ? List.of(SendStatus.values()) : List.of(status);
    List<List<Send>> ranges = new ArrayList<>();
    for (SendStatus one : wanted) {
      Query query = LIST.query(statements, scope, page, TimeRange.ALL).bind("status", one.name());
      ranges.add(Rows.list(query, SendTable::read));
    }
    return Pages.merge(ranges, page, send -> new PagePosition(send.createdAt(), send.id())).stream()
        .filter(send -> isInside(scope, send))
        .toList();
  }

  @Override
  public List<Send> claimDue(Instant now, Duration lease, int limit) {
    // Selected first and locked one by one: with FOR UPDATE H2 would sort all due rows.
    Query found = statements.query(DUE).bind("now", Times.of(now)).bind("limit", limit);
    List<Send> due = new ArrayList<>();
    for (String[] key : keys(found)) {
      Query claim = statements.lockingQuery(CLAIM).bind("now", Times.of(now));
      one(claim, Scope.organization(key[0]), key[1]).ifPresent(due::add);
    }
    PreparedBatch leases = statements.batch(LEASE);
    for (Send send : due) {
      leases
          .bind("lease_end", Times.of(now.plus(lease)))
          .bind("org_id", send.scope().organizationId())
          .bind("send_id", send.id())
          .add();
    }
    statements.run(leases);
    return due;
  }

  @Override
  public void endLeases(Instant now) {
    PreparedBatch leases = statements.batch(LEASE);
    for (String[] key : keys(statements.query(LEASED).bind("now", Times.of(now)))) {
      leases.bind("lease_end", Times.of(now)).bind("org_id", key[0]).bind("send_id", key[1]).add();
    }
    statements.run(leases);
  }

  @Override
  public int makeDue(@Nullable Scope where, String reason, Instant now, int limit) {
    StringBuilder sql = new StringBuilder(WAITING);
    if (where != null) {
      sql.append(" AND org_id = :org_id").append(where.inboxId() == null ? "" : IN_INBOX);
    }
    Query query =
        statements
            .query(sql.append(" FETCH FIRST :limit ROWS ONLY").toString())
            .bind("waiting_for", reason)
            .bind("now", Times.of(now))
            .bind("limit", limit);
    if (where != null) {
      query.bind("org_id", where.organizationId());
      where.inbox().ifPresent(inbox -> query.bind("inbox_id", inbox));
    }
    int made = 0;
    for (String[] key : keys(query)) {
      Update update =
          statements
              .update(MAKE_DUE)
              .bind("org_id", key[0])
              .bind("send_id", key[1])
              .bind("waiting_for", reason)
              .bind("now", Times.of(now));
      made += statements.run(update);
    }
    return made;
  }

  private static List<String[]> keys(Query query) {
    return query.map((row, context) -> new String[] {row.getString(1), row.getString(2)}).list();
  }

  @Override
  public SendQueue queue() {
    return statements
        .query(QUEUE)
        .map(
            (row, context) -> {
              long deferred = row.getLong("deferred");
              long scheduled = row.getLong("scheduled");
              return new SendQueue(
                  row.getLong("sends") - deferred - scheduled, deferred, scheduled);
            })
        .one();
  }

  @Override
  public Optional<Send> findByEnvelopeSender(
      @Nullable String organizationId, String envelopeSender) {
    Query query =
        organizationId == null
            ? statements.query(FIND_EARLIER_ENVELOPE)
            : statements.query(FIND_ENVELOPE).bind("org_id", organizationId);
    return query
        .bind("envelope_sender", envelopeSender)
        .map((row, context) -> read(row))
        .findFirst();
  }

  @Override
  public Optional<Send> recentIdentical(Scope inbox, String fingerprint, Instant since) {
    return Rows.one(
        statements
            .query(IDENTICAL)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("fingerprint", fingerprint)
            .bind("since", Times.of(since)),
        SendTable::read);
  }

  private static boolean isInside(Scope scope, Send send) {
    return scope.contains(send.scope());
  }

  private DirectUpdate bindChangeable(DirectUpdate update, Send send) {
    statements.writeContent(send.mail().contentKey());
    return update
        .bind("org_id", send.scope().organizationId())
        .bind("send_id", send.id())
        .bind("status", send.status().name())
        .bind("content_key", send.mail().contentKey())
        .bind("fingerprint", send.mail().fingerprint())
        .bind("attempts", send.attempts())
        .bind("next_attempt_at", Times.ofNullable(send.times().nextAttemptAt()))
        .bind("waiting_for", send.deferredReason())
        .bind("details", Json.write(send))
        .bind("updated_at", Times.of(send.times().updatedAt()));
  }

  private static Send read(ResultSet row) throws SQLException {
    Send send = Json.read(row.getString("details"), Send.class);
    // A wake-up changes only this column.
    return send.dueAt(Times.readNullable(row, "next_attempt_at"));
  }
}
