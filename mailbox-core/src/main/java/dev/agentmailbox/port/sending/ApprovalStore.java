package dev.agentmailbox.port.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Approval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Approval requests. */
public interface ApprovalStore {
  void insert(Approval approval);

  Optional<Approval> find(Scope scope, String approvalId);

  /**
   * By (requestedAt, id).
   *
   * @param status null for any
   */
  List<Approval> list(Scope scope, Approval.@Nullable Status status, PageRequest page);

  /**
   * Replaces a pending approval with a decided one.
   *
   * @return false when it was no longer pending
   */
  boolean decide(Approval decided);

  /** Number of pending approvals in all organizations; reads an index of the pending ones. */
  long countPending();

  /** Pending approvals that have expired, at most {@code limit}. */
  List<Approval> expired(Instant now, int limit);
}
