package dev.agentmailbox.memory;

import dev.agentmailbox.port.UsageStore;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Counts of days, the running total of bytes stored, and daily quotas. */
final class MemoryUsage implements UsageStore {
  private record Subject(String organizationId, String subjectId) {}

  private record QuotaKey(String organizationId, LocalDate date, Quota quota) {}

  private final Journal journal;
  private final Map<Subject, NavigableMap<LocalDate, Map<Counter, Long>>> counts = new HashMap<>();
  private final Map<Subject, NavigableMap<LocalDate, Long>> storage = new HashMap<>();
  private final Map<QuotaKey, Long> used = new HashMap<>();

  MemoryUsage(Journal journal) {
    this.journal = journal;
  }

  /** Adds to one counter of one subject. */
  void add(String organizationId, String subjectId, LocalDate date, Counter counter, long amount) {
    Subject subject = new Subject(organizationId, subjectId);
    if (counter == Counter.STORAGE_BYTES) {
      addStorage(storage.computeIfAbsent(subject, s -> new TreeMap<>()), date, amount);
      return;
    }
    NavigableMap<LocalDate, Map<Counter, Long>> days =
        counts.computeIfAbsent(subject, s -> new TreeMap<>());
    Map<Counter, Long> day = new EnumMap<>(Counter.class);
    day.putAll(days.getOrDefault(date, Map.of()));
    day.merge(counter, amount, Long::sum);
    journal.put(days, date, day);
  }

  @Override
  public List<UsageDay> days(
      String organizationId, String subjectId, LocalDate from, LocalDate to) {
    Subject subject = new Subject(organizationId, subjectId);
    Map<LocalDate, Map<Counter, Long>> days = counts.getOrDefault(subject, new TreeMap<>());
    NavigableMap<LocalDate, Long> totals =
        storage.getOrDefault(subject, Collections.emptyNavigableMap());
    return from.datesUntil(to.plusDays(1)).map(date -> day(date, days, totals)).toList();
  }

  @Override
  public boolean take(String organizationId, LocalDate date, Quota quota, int amount, int limit) {
    long after = used(organizationId, date, quota) + amount;
    if (after > limit) {
      return false;
    }
    journal.put(used, new QuotaKey(organizationId, date, quota), after);
    return true;
  }

  @Override
  public void giveBack(String organizationId, LocalDate date, Quota quota, int amount) {
    long after = Math.max(0, used(organizationId, date, quota) - amount);
    journal.put(used, new QuotaKey(organizationId, date, quota), after);
  }

  @Override
  public long used(String organizationId, LocalDate date, Quota quota) {
    return used.getOrDefault(new QuotaKey(organizationId, date, quota), 0L);
  }

  /** Adds to the total of that day and of every later day already written. */
  private void addStorage(NavigableMap<LocalDate, Long> totals, LocalDate date, long amount) {
    if (!totals.containsKey(date)) {
      journal.put(totals, date, total(totals, date));
    }
    for (LocalDate later : List.copyOf(totals.tailMap(date, true).keySet())) {
      journal.put(totals, later, total(totals, later) + amount);
    }
  }

  private static long total(NavigableMap<LocalDate, Long> totals, LocalDate date) {
    Map.Entry<LocalDate, Long> latest = totals.floorEntry(date);
    return latest == null ? 0 : latest.getValue();
  }

  private static UsageDay day(
      LocalDate date,
      Map<LocalDate, Map<Counter, Long>> days,
      NavigableMap<LocalDate, Long> totals) {
    Map<Counter, Long> day = new EnumMap<>(Counter.class);
    day.putAll(days.getOrDefault(date, Map.of()));
    day.put(Counter.STORAGE_BYTES, total(totals, date));
    return new UsageDay(date, day);
  }
}
