package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.store.jdbc.account.UsageTable;
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a transaction, summed up and written at its end in a fixed order, which prevents
 * deadlocks between transactions.
 */
final class PendingCounts {
  private final Map<Subject, Map<Counter, Long>> amounts = new TreeMap<>();

  private record Subject(String organizationId, String id, LocalDate date)
      implements Comparable<Subject> {
    private static final Comparator<Subject> ORDER =
        Comparator.comparing(Subject::organizationId)
            .thenComparing(Subject::id)
            .thenComparing(Subject::date);

    @Override
    public int compareTo(Subject other) {
      return ORDER.compare(this, other);
    }
  }

  void add(
      String organizationId, @Nullable String subjectId, LocalDate date, Counter counter, long n) {
    if (subjectId != null && n != 0) {
      amounts
          .computeIfAbsent(
              new Subject(organizationId, subjectId, date), subject -> new EnumMap<>(Counter.class))
          .merge(counter, n, Long::sum);
    }
  }

  boolean isEmpty() {
    return amounts.isEmpty();
  }

  void add(PendingCounts others) {
    others.amounts.forEach(
        (subject, counts) ->
            counts.forEach(
                (counter, n) ->
                    add(subject.organizationId(), subject.id(), subject.date(), counter, n)));
  }

  void writeTo(UsageTable usage) {
    List<UsageTable.Growth> days = new ArrayList<>();
    amounts.forEach(
        (subject, counts) ->
            days.add(
                new UsageTable.Growth(
                    subject.organizationId(), subject.id(), subject.date(), counts)));
    usage.add(days);
  }
}
