package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftContent;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.sending.DraftStore;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Drafts, their bodies, and the content of their attachments. */
public final class DraftTable implements DraftStore {
  private static final String INSERT =
      """
      INSERT INTO draft (org_id, draft_id, pod_id, inbox_id, client_id, revision, send_id,
        details, created_at, updated_at)
      VALUES (:org_id, :draft_id, :pod_id, :inbox_id, :client_id, :revision, :send_id,
        :details, :created_at, :updated_at)""";
  private static final String INSERT_BODY =
      "INSERT INTO draft_body (org_id, draft_id, body) VALUES (:org_id, :draft_id, :body)";
  private static final String INSERT_ATTACHMENT =
      """
      INSERT INTO draft_attachment (org_id, attachment_id, draft_id, content_key)
      VALUES (:org_id, :attachment_id, :draft_id, :content_key)""";
  private static final String BY_KEY = " WHERE org_id = :org_id AND draft_id = :draft_id";
  // The status of the send is joined, not copied.
  private static final String SELECT =
      """
      SELECT draft.*,
        (SELECT s.status FROM send s
          WHERE s.org_id = draft.org_id AND s.send_id = draft.send_id) AS send_status
      FROM draft""";
  private static final String FIND = SELECT + BY_KEY;
  private static final String LOCK = "SELECT draft_id FROM draft" + BY_KEY + " FOR UPDATE";
  private static final String FIND_CLIENT =
      SELECT + " WHERE org_id = :org_id AND inbox_id = :inbox_id AND client_id = :client_id";
  private static final String FIND_ATTACHMENT =
      """
      SELECT draft_id FROM draft_attachment
      WHERE org_id = :org_id AND attachment_id = :attachment_id""";
  private static final String FIND_BODY = "SELECT body FROM draft_body" + BY_KEY;
  private static final String UPDATE =
      """
      UPDATE draft SET revision = :revision, details = :details,
        updated_at = :updated_at"""
          + BY_KEY;
  private static final String UPDATE_BODY = "UPDATE draft_body SET body = :body" + BY_KEY;
  private static final String SUBMIT =
      "UPDATE draft SET send_id = :send_id, updated_at = :updated_at" + BY_KEY;
  private static final String DELETE = "DELETE FROM draft" + BY_KEY;
  private static final String DELETE_BODY = "DELETE FROM draft_body" + BY_KEY;
  private static final String DELETE_ATTACHMENT =
      """
      DELETE FROM draft_attachment
      WHERE org_id = :org_id AND attachment_id = :attachment_id""";
  private static final ScopedRange LIST = ScopedRange.of(SELECT, "", "created_at", "draft_id", "");

  private final Statements statements;

  public DraftTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(Draft draft, DraftBody body) {
    Update insert =
        bindChangeable(statements.insertUnlessKnown(INSERT), draft)
            .bind("pod_id", draft.scope().podId())
            .bind("inbox_id", draft.inboxId())
            .bind("client_id", draft.clientId())
            .bind("send_id", sendId(draft))
            .bind("created_at", Times.of(draft.createdAt()));
    if (!statements.runUnlessKnown(insert)) {
      return false;
    }
    statements.run(bindBody(statements.update(INSERT_BODY), draft, body));
    insertAttachments(draft, draft.content().attachments());
    return true;
  }

  @Override
  public Optional<Draft> find(Scope scope, String draftId) {
    return Rows.one(bindKey(statements.query(FIND), scope, draftId), DraftTable::read)
        .filter(draft -> isInside(scope, draft));
  }

  @Override
  public Optional<Draft> lock(Scope scope, String draftId) {
    return bindKey(statements.lockingQuery(LOCK), scope, draftId)
        .mapTo(String.class)
        .findOne()
        .flatMap(id -> find(scope, id));
  }

  @Override
  public Optional<DraftBody> body(Scope scope, String draftId) {
    if (find(scope, draftId).isEmpty()) {
      return Optional.empty();
    }
    return bindKey(statements.query(FIND_BODY), scope, draftId)
        .map((row, context) -> Json.read(row.getString("body"), DraftBody.class))
        .findOne();
  }

  @Override
  public Optional<Draft> findByClientId(Scope inbox, String clientId) {
    return Rows.one(
            statements
                .query(FIND_CLIENT)
                .bind("org_id", inbox.organizationId())
                .bind("inbox_id", inbox.inboxId())
                .bind("client_id", clientId),
            DraftTable::read)
        .filter(draft -> isInside(inbox, draft));
  }

  @Override
  public Optional<Draft> findByAttachment(Scope scope, String attachmentId) {
    return statements
        .query(FIND_ATTACHMENT)
        .bind("org_id", scope.organizationId())
        .bind("attachment_id", attachmentId)
        .mapTo(String.class)
        .findOne()
        .flatMap(draftId -> find(scope, draftId));
  }

  @Override
  public List<Draft> list(
      Scope scope, @Nullable Instant from, @Nullable Instant before, PageRequest page) {
    return Rows.list(
            LIST.query(statements, scope, page, TimeRange.between(from, before)), DraftTable::read)
        .stream()
        .filter(draft -> isInside(scope, draft))
        .toList();
  }

  @Override
  public void update(Draft draft, DraftBody body) {
    Optional<Draft> found = lock(draft.scope(), draft.id());
    if (found.isEmpty()) {
      return;
    }
    Draft before = found.get();
    statements.run(bindChangeable(statements.update(UPDATE), draft));
    statements.run(bindBody(statements.update(UPDATE_BODY), draft, body));
    deleteAttachments(
        draft, without(before.content().attachments(), draft.content().attachments()));
    insertAttachments(
        draft, without(draft.content().attachments(), before.content().attachments()));
  }

  private static Set<DraftAttachment> without(
      Collection<DraftAttachment> files, Collection<DraftAttachment> others) {
    Set<DraftAttachment> rest = new HashSet<>(files);
    rest.removeAll(new HashSet<>(others));
    return rest;
  }

  @Override
  public void submit(Draft draft) {
    statements.run(
        statements
            .update(SUBMIT)
            .bind("org_id", draft.scope().organizationId())
            .bind("draft_id", draft.id())
            .bind("send_id", sendId(draft))
            .bind("updated_at", Times.of(draft.updatedAt())));
  }

  @Override
  public void delete(Scope scope, String draftId) {
    Optional<Draft> found = lock(scope, draftId);
    if (found.isEmpty()) {
      return;
    }
    deleteAttachments(found.get(), found.get().content().attachments());
    for (String sql : List.of(DELETE_BODY, DELETE)) {
      statements.run(
          statements.update(sql).bind("org_id", scope.organizationId()).bind("draft_id", draftId));
    }
  }

  private void insertAttachments(Draft draft, Collection<DraftAttachment> files) {
    PreparedBatch batch = statements.batch(INSERT_ATTACHMENT);
    for (DraftAttachment file : files) {
      statements.writeContent(file.contentKey());
      batch
          .bind("org_id", draft.scope().organizationId())
          .bind("attachment_id", file.id())
          .bind("draft_id", draft.id())
          .bind("content_key", file.contentKey())
          .add();
    }
    statements.run(batch);
  }

  private void deleteAttachments(Draft draft, Collection<DraftAttachment> files) {
    PreparedBatch batch = statements.batch(DELETE_ATTACHMENT);
    for (DraftAttachment file : files) {
      batch.bind("org_id", draft.scope().organizationId()).bind("attachment_id", file.id()).add();
    }
    statements.run(batch);
  }

  private static boolean isInside(Scope scope, Draft draft) {
    return scope.contains(draft.scope());
  }

  private static @Nullable String sendId(Draft draft) {
    DraftSubmission submission = draft.submission();
    return submission == null ? null : submission.sendId();
  }

  private static Query bindKey(Query query, Scope scope, String draftId) {
    return query.bind("org_id", scope.organizationId()).bind("draft_id", draftId);
  }

  private static Update bindBody(Update update, Draft draft, DraftBody body) {
    return update
        .bind("org_id", draft.scope().organizationId())
        .bind("draft_id", draft.id())
        .bind("body", Json.write(body));
  }

  private static Update bindChangeable(Update update, Draft draft) {
    return update
        .bind("org_id", draft.scope().organizationId())
        .bind("draft_id", draft.id())
        .bind("revision", draft.revision())
        .bind("details", Json.write(draft.content()))
        .bind("updated_at", Times.of(draft.updatedAt()));
  }

  private static Draft read(ResultSet row) throws SQLException {
    String sendId = row.getString("send_id");
    String status = row.getString("send_status");
    boolean submitted = sendId != null && status != null;
    return new Draft(
        row.getString("draft_id"),
        Scope.inbox(row.getString("org_id"), row.getString("pod_id"), row.getString("inbox_id")),
        row.getString("client_id"),
        row.getInt("revision"),
        Json.read(row.getString("details"), DraftContent.class),
        submitted ? new DraftSubmission(sendId, SendStatus.valueOf(status)) : null,
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
