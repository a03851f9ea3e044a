package dev.agentmailbox.memory.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.sending.ApprovalStore;
import dev.agentmailbox.sending.Approval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Approvals; pending ones also by the time they expire. */
public final class MemoryApprovals implements ApprovalStore {
  /** Stands for "any status". */
  private static final String ANY = "";

  private static final List<String> PENDING = List.of("pending");

  private final UndoLog journal;
  private final Map<String, Approval> rows = new HashMap<>();
  private final Index lists;
  private final Index expiry;

  public MemoryApprovals(UndoLog journal) {
    this.journal = journal;
    this.lists = new Index(journal);
    this.expiry = new Index(journal);
  }

  @Override
  public void insert(Approval approval) {
    if (rows.containsKey(approval.id())) {
      throw new StoreException("approval " + approval.id() + " exists", null);
    }
    put(approval);
  }

  @Override
  public Optional<Approval> find(Scope scope, String approvalId) {
    return Optional.ofNullable(rows.get(approvalId))
        .filter(a -> scope.contains(a.organizationId(), a.podId(), a.inboxId()));
  }

  @Override
  public List<Approval> list(Scope scope, Approval.@Nullable Status status, PageRequest page) {
    String partition = Partition.of(scope, status == null ? ANY : status);
    return rows(lists.page(List.of(partition), page));
  }

  @Override
  public boolean decide(Approval decided) {
    Approval row = rows.get(decided.id());
    if (row == null || row.status() != Approval.Status.PENDING) {
      return false;
    }
    lists.remove(partitions(row), row.requestedAt(), row.id());
    expiry.remove(PENDING, row.expiresAt(), row.id());
    put(decided);
    return true;
  }

  @Override
  public List<Approval> expired(Instant now, int limit) {
    return rows(expiry.due(PENDING.get(0), now, limit));
  }

  private void put(Approval approval) {
    journal.put(rows, approval.id(), approval);
    lists.add(partitions(approval), approval.requestedAt(), approval.id());
    if (approval.status() == Approval.Status.PENDING) {
      expiry.add(PENDING, approval.expiresAt(), approval.id());
    }
  }

  private List<Approval> rows(List<String> ids) {
    return ids.stream().map(id -> Objects.requireNonNull(rows.get(id))).toList();
  }

  private static List<String> partitions(Approval a) {
    List<String> partitions = new ArrayList<>();
    for (Scope level : Partition.levels(a.organizationId(), a.podId(), a.inboxId())) {
      partitions.add(Partition.of(level, ANY));
      partitions.add(Partition.of(level, a.status()));
    }
    return partitions;
  }
}
