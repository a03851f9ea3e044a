package dev.agentmailbox.port;

import dev.agentmailbox.sending.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Mails of the service to humans, until they were handed over. */
public interface NoticeStore {
  /** Adds a notice; one that is there about the same and for the same address stays as it is. */
  void insert(Notice notice);

  /**
   * Takes due notices of all organizations, the longest due first, and leases them: no other call
   * gets them before the lease ends.
   */
  List<Notice> claimDue(Instant now, Duration lease, int limit);

  /**
   * Writes attempts and when it is due again, if the lease is still held: the row is due when the
   * lease ends and not at another time.
   *
   * @param leaseEnd of the lease that {@link #claimDue} or the last update of this kind gave
   * @return false when somebody else has it now, or it is gone; nothing was written
   */
  boolean update(Notice notice, Instant leaseEnd);

  /** Forgets a notice; one that is gone is no error. */
  void delete(Notice notice);
}
