package dev.agentmailbox.memory.rows;

import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ids sorted by partition, time and id: what a list reads instead of looking at every row. */
public final class Index {
  private final UndoLog journal;
  private final NavigableSet<Place> keys = new TreeSet<>();

  public Index(UndoLog journal) {
    this.journal = journal;
  }

  public void add(Collection<String> partitions, Instant time, String id) {
    partitions.forEach(partition -> journal.add(keys, new Place(partition, time, id)));
  }

  public void remove(Collection<String> partitions, Instant time, String id) {
    partitions.forEach(partition -> journal.remove(keys, new Place(partition, time, id)));
  }

  /** Whether the partition has anything in it. */
  public boolean has(String partition) {
    return !Span.all(partition).of(keys).isEmpty();
  }

  /** All ids of a partition, oldest first. */
  public List<String> all(String partition) {
    return Span.all(partition).of(keys).stream().map(Place::id).toList();
  }

  /** The ids of one page of several partitions together, and one more when there are more. */
  public List<String> page(Collection<String> partitions, PageRequest page) {
    return page(partitions, null, null, page, id -> true);
  }

  /**
   * As {@link #page(Collection, PageRequest)}, of a span of time and of some ids only.
   *
   * @param from at or after; null for no bound
   * @param before strictly before; null for no bound
   */
  public List<String> page(
      Collection<String> partitions,
      @Nullable Instant from,
      @Nullable Instant before,
      PageRequest page,
      Predicate<String> wanted) {
    List<Place> found = new ArrayList<>();
    for (String partition : partitions) {
      NavigableSet<Place> span = Span.between(partition, from, before).after(page).of(keys);
      NavigableSet<Place> ordered = page.ascending() ? span : span.descendingSet();
      ordered.stream()
          .filter(k -> wanted.test(k.id()))
          .limit(page.limit() + 1L)
          .forEach(found::add);
    }
    Comparator<Place> order = Place.BY_TIME_AND_ID;
    found.sort(page.ascending() ? order : Collections.reverseOrder(order));
    return found.stream().limit(page.limit() + 1L).map(Place::id).toList();
  }

  /** The oldest ids of a partition at or before that time. */
  public List<String> due(String partition, Instant now, int limit) {
    return Span.between(partition, null, now.plusNanos(1)).of(keys).stream()
        .limit(limit)
        .map(Place::id)
        .toList();
  }

  /** The newest ids of a partition at or after that time, newest first. */
  public List<String> newest(String partition, Instant since, Predicate<String> wanted, int limit) {
    return Span.between(partition, since, null).of(keys).descendingSet().stream()
        .map(Place::id)
        .filter(wanted)
        .limit(limit)
        .toList();
  }

  /** From one key to another, neither included. */
  private record Span(Place low, Place high) {
    static Span all(String partition) {
      return between(partition, null, null);
    }

    static Span between(String partition, @Nullable Instant from, @Nullable Instant before) {
      return new Span(
          new Place(partition, from == null ? Instant.MIN : from, ""),
          new Place(partition, before == null ? Instant.MAX : before, ""));
    }

    /** The part after the previous page. */
    Span after(PageRequest page) {
      return page.position()
          .map(end -> new Place(low.partition(), end.time(), end.id()))
          .map(
              end ->
                  page.ascending()
                      ? new Span(Collections.max(List.of(low, end)), high)
                      : new Span(low, Collections.min(List.of(high, end))))
          .orElse(this);
    }

    NavigableSet<Place> of(NavigableSet<Place> keys) {
      return low.compareTo(high) < 0
          ? keys.subSet(low, false, high, false)
          : Collections.emptyNavigableSet();
    }
  }
}
