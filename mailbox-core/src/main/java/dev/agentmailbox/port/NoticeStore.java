package dev.agentmailbox.port;

import dev.agentmailbox.sending.ApprovalNotice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Mails of the service to humans about approvals, until they were handed over. */
public interface NoticeStore {
  /** Adds a notice; one that is there for the same approval and address stays as it is. */
  void insert(ApprovalNotice notice);

  /**
   * Takes due notices of all organizations, the longest due first, and leases them: no other call
   * gets them before the lease ends.
   */
  List<ApprovalNotice> claimDue(Instant now, Duration lease, int limit);

  /** Writes attempts and when it is due again; ends the lease. */
  void update(ApprovalNotice notice);

  /** Forgets a notice; one that is gone is no error. */
  void delete(ApprovalNotice notice);
}
