package dev.agentmailbox.memory.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.sending.DraftStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Drafts; the status of a submission is joined from its send. */
public final class MemoryDrafts implements DraftStore {
  private record ClientKey(Scope inbox, String clientId) {}

  private record Row(Draft draft, DraftBody body) {
    String id() {
      return draft.id();
    }

    Instant createdAt() {
      return draft.createdAt();
    }

    @Nullable ClientKey clientKey() {
      String clientId = draft.clientId();
      return clientId == null ? null : new ClientKey(draft.scope(), clientId);
    }

    List<String> files(Function<DraftAttachment, String> part) {
      return draft.content().attachments().stream().map(part).toList();
    }
  }

  private final MemorySends sends;
  private final Rows<String, Row> rows;
  private final UniqueKey<ClientKey, Row> byClientId;
  private final RowList<Row> byAttachment;
  private final RowList<Row> lists;

  public MemoryDrafts(UndoLog undo, ContentNames contentNames, MemorySends sends) {
    this.sends = sends;
    rows = new Rows<>(undo, Row::id);
    byClientId = rows.unique(Row::clientKey);
    byAttachment = rows.lists(row -> row.files(DraftAttachment::id), Row::createdAt);
    lists = rows.lists(row -> Partition.levels(row.draft().scope()), Row::createdAt);
    rows.counted(contentNames, row -> row.files(DraftAttachment::contentKey));
  }

  @Override
  public boolean insert(Draft draft, DraftBody body) {
    Row row = new Row(draft, body);
    if (byClientId.isTaken(row)) {
      return false;
    }
    rows.add(row);
    return true;
  }

  @Override
  public Optional<Draft> find(Scope scope, String draftId) {
    return row(scope, draftId).map(this::withStatus);
  }

  @Override
  public Optional<Draft> lock(Scope scope, String draftId) {
    return find(scope, draftId);
  }

  @Override
  public Optional<DraftBody> body(Scope scope, String draftId) {
    return row(scope, draftId).map(Row::body);
  }

  @Override
  public Optional<Draft> findByClientId(Scope inbox, String clientId) {
    return byClientId.find(new ClientKey(inbox, clientId)).map(this::withStatus);
  }

  @Override
  public Optional<Draft> findByAttachment(Scope scope, String attachmentId) {
    return byAttachment.all(attachmentId).stream()
        .filter(row -> scope.contains(row.draft().scope()))
        .findFirst()
        .map(this::withStatus);
  }

  @Override
  public List<Draft> list(
      Scope scope, @Nullable Instant from, @Nullable Instant before, PageRequest page) {
    return lists.page(List.of(Partition.of(scope)), from, before, page, row -> true).stream()
        .map(this::withStatus)
        .toList();
  }

  @Override
  public void update(Draft draft, DraftBody body) {
    rows.update(
        draft.id(),
        row -> new Row(draft.withSubmission(row.draft().submission(), draft.updatedAt()), body));
  }

  @Override
  public void submit(Draft draft) {
    rows.update(
        draft.id(),
        row ->
            new Row(row.draft().withSubmission(draft.submission(), draft.updatedAt()), row.body()));
  }

  @Override
  public void delete(Scope scope, String draftId) {
    rows.removeIf(draftId, row -> scope.contains(row.draft().scope()));
  }

  private Optional<Row> row(Scope scope, String draftId) {
    return rows.find(draftId).filter(row -> scope.contains(row.draft().scope()));
  }

  private Draft withStatus(Row row) {
    Draft draft = row.draft();
    DraftSubmission submission = draft.submission();
    if (submission == null) {
      return draft;
    }
    DraftSubmission now =
        sends
            .find(draft.scope(), submission.sendId())
            .map(send -> new DraftSubmission(send.id(), send.status()))
            .orElse(null);
    return draft.withSubmission(now, draft.updatedAt());
  }
}
