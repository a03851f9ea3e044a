package dev.agentmailbox.port;

import dev.agentmailbox.sending.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Outbox of the service's own mail to humans. */
public interface NoticeStore {
  /** Adds a notice; does nothing when there is one for the same subject and address. */
  void insert(Notice notice);

  /**
   * Claims due notices of all organizations, longest overdue first, and leases them: no other call
   * returns them until {@code now + lease}.
   */
  List<Notice> claimDue(Instant now, Duration lease, int limit);

  /**
   * Writes the attempt count and the next due time if the lease is still held, that is, if the
   * row's due time is {@code leaseEnd}.
   *
   * @param leaseEnd end of the lease granted by {@link #claimDue} or set by the last update
   * @return false when another process has claimed the notice or it no longer exists; then nothing
   *     was written
   */
  boolean update(Notice notice, Instant leaseEnd);

  /** Deletes a notice; does nothing when it does not exist. */
  void delete(Notice notice);
}
