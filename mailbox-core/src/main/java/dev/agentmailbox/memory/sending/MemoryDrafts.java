package dev.agentmailbox.memory.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.sending.DraftStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Drafts; where their sends stand is looked up among the sends. */
public final class MemoryDrafts implements DraftStore {
  private record ClientKey(Scope inbox, String clientId) {}

  private final UndoLog journal;
  private final ContentNames contentNames;
  private final MemorySends sends;
  private final Map<String, Draft> rows = new HashMap<>();
  private final Map<String, DraftBody> bodies = new HashMap<>();
  private final Map<ClientKey, String> byClientId = new HashMap<>();
  private final Map<String, String> byAttachment = new HashMap<>();
  private final Index lists;

  public MemoryDrafts(UndoLog journal, ContentNames contentNames, MemorySends sends) {
    this.journal = journal;
    this.contentNames = contentNames;
    this.sends = sends;
    this.lists = new Index(journal);
  }

  @Override
  public boolean insert(Draft draft, DraftBody body) {
    if (rows.containsKey(draft.id())) {
      throw new StoreException("draft " + draft.id() + " exists", null);
    }
    String clientId = draft.clientId();
    if (clientId != null) {
      ClientKey key = new ClientKey(draft.inbox(), clientId);
      if (byClientId.containsKey(key)) {
        return false;
      }
      journal.put(byClientId, key, draft.id());
    }
    journal.put(rows, draft.id(), draft);
    journal.put(bodies, draft.id(), body);
    draft.attachments().forEach(file -> name(draft, file));
    lists.add(partitions(draft), draft.createdAt(), draft.id());
    return true;
  }

  @Override
  public Optional<Draft> find(Scope scope, String draftId) {
    return Optional.ofNullable(rows.get(draftId))
        .filter(row -> scope.contains(row.organizationId(), row.podId(), row.inboxId()))
        .map(this::withStatus);
  }

  @Override
  public Optional<Draft> lock(Scope scope, String draftId) {
    return find(scope, draftId);
  }

  @Override
  public Optional<DraftBody> body(Scope scope, String draftId) {
    return find(scope, draftId).map(draft -> bodies.get(draft.id()));
  }

  @Override
  public Optional<Draft> findByClientId(Scope inbox, String clientId) {
    return Optional.ofNullable(byClientId.get(new ClientKey(inbox, clientId)))
        .flatMap(id -> find(inbox, id));
  }

  @Override
  public Optional<Draft> findByAttachment(Scope scope, String attachmentId) {
    return Optional.ofNullable(byAttachment.get(attachmentId)).flatMap(id -> find(scope, id));
  }

  @Override
  public List<Draft> list(
      Scope scope, @Nullable Instant from, @Nullable Instant before, PageRequest page) {
    return lists.page(List.of(Partition.of(scope)), from, before, page, id -> true).stream()
        .map(id -> withStatus(Objects.requireNonNull(rows.get(id))))
        .toList();
  }

  @Override
  public void update(Draft draft, DraftBody body) {
    Draft row = rows.get(draft.id());
    if (row != null) {
      row.attachments().forEach(this::unname);
      journal.put(rows, draft.id(), draft.withSubmission(row.submission(), draft.updatedAt()));
      journal.put(bodies, draft.id(), body);
      draft.attachments().forEach(file -> name(draft, file));
    }
  }

  @Override
  public void submit(Draft draft) {
    Draft row = rows.get(draft.id());
    if (row != null) {
      journal.put(rows, row.id(), row.withSubmission(draft.submission(), draft.updatedAt()));
    }
  }

  @Override
  public void delete(Scope scope, String draftId) {
    Optional<Draft> found = find(scope, draftId);
    if (found.isEmpty()) {
      return;
    }
    Draft row = found.get();
    String clientId = row.clientId();
    if (clientId != null) {
      journal.remove(byClientId, new ClientKey(row.inbox(), clientId));
    }
    row.attachments().forEach(this::unname);
    lists.remove(partitions(row), row.createdAt(), row.id());
    journal.remove(bodies, row.id());
    journal.remove(rows, row.id());
  }

  private void name(Draft draft, DraftAttachment file) {
    contentNames.add(file.contentKey());
    journal.put(byAttachment, file.id(), draft.id());
  }

  private void unname(DraftAttachment file) {
    contentNames.remove(file.contentKey());
    journal.remove(byAttachment, file.id());
  }

  private Draft withStatus(Draft row) {
    DraftSubmission submission = row.submission();
    if (submission == null) {
      return row;
    }
    DraftSubmission now =
        sends
            .find(row.inbox(), submission.sendId())
            .map(send -> new DraftSubmission(send.id(), send.status()))
            .orElse(null);
    return row.withSubmission(now, row.updatedAt());
  }

  private static List<String> partitions(Draft row) {
    return Partition.levels(row.organizationId(), row.podId(), row.inboxId()).stream()
        .map(level -> Partition.of(level))
        .toList();
  }
}
