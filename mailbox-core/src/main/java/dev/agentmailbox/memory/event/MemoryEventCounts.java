package dev.agentmailbox.memory.event;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.event.EventCountStore;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Event counts by day, and those of non-waking events per inbox again, by day first. */
public final class MemoryEventCounts implements EventCountStore {
  private record Subject(String organizationId, String subjectId) implements Comparable<Subject> {
    private static final Comparator<Subject> ORDER =
        Comparator.comparing(Subject::organizationId).thenComparing(Subject::subjectId);

    @Override
    public int compareTo(Subject other) {
      return ORDER.compare(this, other);
    }
  }

  private final UndoLog undo;
  private final Map<Subject, NavigableMap<LocalDate, Map<EventType, Long>>> counts =
      new TreeMap<>();
  private final Map<LocalDate, NavigableMap<Subject, Map<EventType, Long>>> quiet = new TreeMap<>();

  public MemoryEventCounts(UndoLog undo) {
    this.undo = undo;
  }

  /** Counts an event for its organization, pod and inbox. */
  public void add(Event event) {
    String organization = event.organizationId();
    LocalDate date = LocalDate.ofInstant(event.occurredAt(), ZoneOffset.UTC);
    Stream.of(organization, event.podId(), event.inboxId())
        .filter(subject -> subject != null)
        .forEach(
            subject ->
                increment(
                    counts.computeIfAbsent(
                        new Subject(organization, subject), key -> new TreeMap<>()),
                    date,
                    event.type()));
    if (event.inboxId() != null && !event.wakes()) {
      increment(
          quiet.computeIfAbsent(date, day -> new TreeMap<>()),
          new Subject(organization, event.inboxId()),
          event.type());
    }
  }

  private <K> void increment(Map<K, Map<EventType, Long>> map, K key, EventType type) {
    Map<EventType, Long> next = new EnumMap<>(EventType.class);
    next.putAll(map.getOrDefault(key, Map.of()));
    next.merge(type, 1L, Long::sum);
    undo.put(map, key, next);
  }

  @Override
  public List<EventDay> days(
      String organizationId, String subjectId, LocalDate from, LocalDate to) {
    List<EventDay> days = new ArrayList<>();
    NavigableMap<LocalDate, Map<EventType, Long>> all =
        counts.getOrDefault(new Subject(organizationId, subjectId), new TreeMap<>());
    all.subMap(from, true, to, true).forEach((date, day) -> days.add(new EventDay(date, day)));
    return days;
  }

  @Override
  public List<QuietDay> inboxesWithEvents(LocalDate date, @Nullable QuietDay after, int limit) {
    NavigableMap<Subject, Map<EventType, Long>> day = quiet.getOrDefault(date, new TreeMap<>());
    NavigableMap<Subject, Map<EventType, Long>> rest =
        after == null
            ? day
            : day.tailMap(new Subject(after.organizationId(), after.inboxId()), false);
    return rest.entrySet().stream()
        .limit(limit)
        .map(
            entry ->
                new QuietDay(
                    entry.getKey().organizationId(), entry.getKey().subjectId(), entry.getValue()))
        .toList();
  }
}
