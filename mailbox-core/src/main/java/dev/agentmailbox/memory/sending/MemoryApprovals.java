package dev.agentmailbox.memory.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.sending.ApprovalStore;
import dev.agentmailbox.sending.Approval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Approvals; pending ones also by the time they expire. */
public final class MemoryApprovals implements ApprovalStore {
  private final Rows<String, Approval> rows;
  private final RowList<Approval> all;
  private final RowList<Approval> byStatus;
  private final RowList<Approval> expiry;

  public MemoryApprovals(UndoLog undo) {
    rows = new Rows<>(undo, Approval::id);
    all = rows.lists(a -> Partition.levels(a.scope()), Approval::requestedAt);
    byStatus = rows.lists(a -> Partition.levels(a.scope(), a.status()), Approval::requestedAt);
    expiry = rows.list(a -> isPending(a) ? a.expiresAt() : null);
  }

  @Override
  public void insert(Approval approval) {
    rows.add(approval);
  }

  @Override
  public Optional<Approval> find(Scope scope, String approvalId) {
    return rows.find(approvalId).filter(approval -> scope.contains(approval.scope()));
  }

  @Override
  public List<Approval> list(Scope scope, Approval.@Nullable Status status, PageRequest page) {
    return status == null
        ? all.page(Partition.of(scope), page)
        : byStatus.page(Partition.of(scope, status), page);
  }

  @Override
  public boolean decide(Approval decided) {
    return rows.updateIf(decided.id(), MemoryApprovals::isPending, row -> decided);
  }

  @Override
  public long countPending() {
    return expiry.all().size();
  }

  @Override
  public List<Approval> expired(Instant now, int limit) {
    return expiry.due(now, limit);
  }

  private static boolean isPending(Approval approval) {
    return approval.status() == Approval.Status.PENDING;
  }
}
