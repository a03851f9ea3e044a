package dev.agentmailbox.port.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Approval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decisions asked of humans. */
public interface ApprovalStore {
  void insert(Approval approval);

  Optional<Approval> find(Scope scope, String approvalId);

  /** By (requestedAt, id); one item more than the limit when there are more. */
  List<Approval> list(Scope scope, Approval.@Nullable Status status, PageRequest page);

  /**
   * Replaces a pending approval by a decided one.
   *
   * @return false when it was no longer pending; of two at once exactly one gets true
   */
  boolean decide(Approval decided);

  /** Pending ones whose time is up, at most {@code limit}. */
  List<Approval> expired(Instant now, int limit);
}
