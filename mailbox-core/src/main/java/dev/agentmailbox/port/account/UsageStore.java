package dev.agentmailbox.port.account;

import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;

/** Daily counters and quotas. Counters are incremented with {@code StoreTransaction.count}. */
public interface UsageStore {
  /**
   * One entry per day from {@code from} to {@code to}, both inclusive, including days without
   * counts, oldest first.
   *
   * @param subjectId id of the organization, or of one of its pods or inboxes
   */
  List<UsageDay> days(String organizationId, String subjectId, LocalDate from, LocalDate to);

  /**
   * Bytes currently stored: the sum of {@code Counter.STORAGE_BYTES} minus that of {@code
   * Counter.REMOVED_BYTES}.
   *
   * @param subjectId as in {@link #days}
   */
  long storedBytes(String organizationId, String subjectId);

  /**
   * Atomically consumes from a daily quota, all or nothing.
   *
   * @param date UTC day
   * @return false when less than {@code amount} remains of {@code limit}
   */
  boolean take(String organizationId, LocalDate date, Quota quota, int amount, int limit);

  /** Returns to the quota what was taken on that day; usage does not go below 0. */
  void giveBack(String organizationId, LocalDate date, Quota quota, int amount);

  /** Amount used of the day's quota. */
  long used(String organizationId, LocalDate date, Quota quota);

  /** Daily quotas. */
  enum Quota {
    RECIPIENTS,
    API_CALLS
  }
}
