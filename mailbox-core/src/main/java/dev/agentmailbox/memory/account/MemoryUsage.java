package dev.agentmailbox.memory.account;

import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.account.UsageStore;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Daily counters and quotas. */
public final class MemoryUsage implements UsageStore {
  private record Subject(String organizationId, String subjectId) {}

  private record QuotaKey(String organizationId, LocalDate date, Quota quota) {}

  private final UndoLog undo;
  private final Map<Subject, Map<LocalDate, Map<Counter, Long>>> counts = new HashMap<>();
  private final Map<QuotaKey, Long> used = new HashMap<>();

  public MemoryUsage(UndoLog undo) {
    this.undo = undo;
  }

  /** Adds to one counter of one subject. */
  public void add(
      String organizationId, String subjectId, LocalDate date, Counter counter, long amount) {
    Subject subject = new Subject(organizationId, subjectId);
    Map<LocalDate, Map<Counter, Long>> days = counts.computeIfAbsent(subject, s -> new HashMap<>());
    Map<Counter, Long> day = new EnumMap<>(Counter.class);
    day.putAll(days.getOrDefault(date, Map.of()));
    day.merge(counter, amount, Long::sum);
    undo.put(days, date, day);
  }

  @Override
  public List<UsageDay> days(
      String organizationId, String subjectId, LocalDate from, LocalDate to) {
    Map<LocalDate, Map<Counter, Long>> days =
        counts.getOrDefault(new Subject(organizationId, subjectId), Map.of());
    return from.datesUntil(to.plusDays(1))
        .map(date -> new UsageDay(date, days.getOrDefault(date, Map.of())))
        .toList();
  }

  @Override
  public long storedBytes(String organizationId, String subjectId) {
    return counts.getOrDefault(new Subject(organizationId, subjectId), Map.of()).values().stream()
        .mapToLong(
            day ->
                day.getOrDefault(Counter.STORAGE_BYTES, 0L)
                    - day.getOrDefault(Counter.REMOVED_BYTES, 0L))
        .sum();
  }

  @Override
  public boolean take(String organizationId, LocalDate date, Quota quota, int amount, int limit) {
    long after = used(organizationId, date, quota) + amount;
    if (after > limit) {
      return false;
    }
    undo.put(used, new QuotaKey(organizationId, date, quota), after);
    return true;
  }

  @Override
  public void giveBack(String organizationId, LocalDate date, Quota quota, int amount) {
    long after = Math.max(0, used(organizationId, date, quota) - amount);
    undo.put(used, new QuotaKey(organizationId, date, quota), after);
  }

  @Override
  public long used(String organizationId, LocalDate date, Quota quota) {
    return used.getOrDefault(new QuotaKey(organizationId, date, quota), 0L);
  }
}
