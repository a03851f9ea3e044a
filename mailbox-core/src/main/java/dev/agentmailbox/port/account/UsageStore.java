package dev.agentmailbox.port.account;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;

/** Counts by day and the daily quotas. Adding is {@link StoreTransaction#count}. */
public interface UsageStore {
  /**
   * One entry a day in range, days without counts included, oldest first.
   *
   * @param subjectId id of the organization, or of a pod or inbox of it
   */
  List<UsageDay> days(String organizationId, String subjectId, LocalDate from, LocalDate to);

  /**
   * Bytes stored now: all {@link Counter#STORAGE_BYTES} less all {@link Counter#REMOVED_BYTES}.
   *
   * @param subjectId as in {@link #days}
   */
  long storedBytes(String organizationId, String subjectId);

  /**
   * Takes from a daily quota, all or nothing; exact under any concurrency.
   *
   * @return false when less than {@code amount} is left of {@code limit}
   */
  boolean take(String organizationId, LocalDate date, Quota quota, int amount, int limit);

  /** Gives back what was taken the same day. */
  void giveBack(String organizationId, LocalDate date, Quota quota, int amount);

  /** How much of the day's quota is used. */
  long used(String organizationId, LocalDate date, Quota quota);

  /** What is limited by day. */
  enum Quota {
    RECIPIENTS,
    API_CALLS
  }
}
