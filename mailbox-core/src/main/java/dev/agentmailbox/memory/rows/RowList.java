package dev.agentmailbox.memory.rows;

import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sorted index by partition, time and id; reading a page costs its length. */
public final class RowList<T> implements Part<T> {
  /** The partition of an unpartitioned list. */
  static final String WHOLE = "";

  private final UndoLog undo;
  private final Function<T, Collection<String>> partitions;
  private final Function<T, @Nullable Instant> time;
  private final Function<T, String> id;
  private final NavigableMap<Place, Cell<T>> cells = new TreeMap<>();

  RowList(
      UndoLog undo,
      Function<T, Collection<String>> partitions,
      Function<T, @Nullable Instant> time,
      Function<T, String> id) {
    this.undo = undo;
    this.partitions = partitions;
    this.time = time;
    this.id = id;
  }

  @Override
  public void follow(Cell<T> cell, @Nullable T before, @Nullable T after) {
    List<Place> old = places(before);
    List<Place> next = places(after);
    if (!old.equals(next)) {
      old.forEach(place -> undo.remove(cells, place));
      next.forEach(place -> undo.put(cells, place, cell));
    }
  }

  private List<Place> places(@Nullable T row) {
    Instant when = row == null ? null : time.apply(row);
    return row == null || when == null
        ? List.of()
        : partitions.apply(row).stream().map(p -> new Place(p, when, id.apply(row))).toList();
  }

  /** Whether the partition has rows. */
  public boolean has(String partition) {
    return !Span.all(partition).of(cells).isEmpty();
  }

  /** All rows of a partition, oldest first. */
  public List<T> all(String partition) {
    return rows(Span.all(partition).of(cells)).toList();
  }

  /** All rows of an unpartitioned list, oldest first. */
  public List<T> all() {
    return all(WHOLE);
  }

  /** One page of an unpartitioned list, plus one row if there are more. */
  public List<T> page(PageRequest page) {
    return page(WHOLE, page);
  }

  /** One page of a partition, plus one row if there are more. */
  public List<T> page(String partition, PageRequest page) {
    return page(List.of(partition), null, null, page, row -> true);
  }

  /**
   * As {@link #page(String, PageRequest)}, merging several partitions within a time range,
   * filtered.
   *
   * @param from inclusive; null for unbounded
   * @param before exclusive; null for unbounded
   */
  public List<T> page(
      Collection<String> wantedPartitions,
      @Nullable Instant from,
      @Nullable Instant before,
      PageRequest page,
      Predicate<T> wanted) {
    List<Map.Entry<Place, Cell<T>>> found = new ArrayList<>();
    for (String partition : wantedPartitions) {
      var span = Span.between(partition, from, before).after(page).of(cells);
      var ordered = page.ascending() ? span : span.descendingMap();
      ordered.entrySet().stream()
          .filter(entry -> wanted.test(entry.getValue().row()))
          .limit(page.limit() + 1L)
          .forEach(found::add);
    }
    Comparator<Place> order = Place.BY_TIME_AND_ID;
    found.sort(Map.Entry.comparingByKey(page.ascending() ? order : order.reversed()));
    return found.stream().limit(page.limit() + 1L).map(entry -> entry.getValue().row()).toList();
  }

  /** The oldest rows of an unpartitioned list at or before {@code now}. */
  public List<T> due(Instant now, int limit) {
    return due(WHOLE, now, limit);
  }

  /** The oldest rows of a partition at or before {@code now}. */
  public List<T> due(String partition, Instant now, int limit) {
    return rows(Span.between(partition, null, now.plusNanos(1)).of(cells)).limit(limit).toList();
  }

  /** The oldest rows of a partition after {@code now}. */
  public List<T> after(String partition, Instant now, int limit) {
    return rows(Span.between(partition, now.plusNanos(1), null).of(cells)).limit(limit).toList();
  }

  /** The newest rows of a partition at or after {@code since}, newest first. */
  public List<T> newest(String partition, Instant since, Predicate<T> wanted, int limit) {
    return rows(Span.between(partition, since, null).of(cells).descendingMap())
        .filter(wanted)
        .limit(limit)
        .toList();
  }

  /**
   * Iterates over rows of the same time in an unpartitioned list.
   *
   * @param after last row of the previous batch; null for the first
   */
  public List<T> walk(@Nullable T after, Instant same, int limit) {
    String last = after == null ? "" : id.apply(after);
    return rows(cells.tailMap(new Place(WHOLE, same, last), false)).limit(limit).toList();
  }

  private Stream<T> rows(NavigableMap<Place, Cell<T>> span) {
    return span.values().stream().map(Cell::row);
  }

  /**
   * A sort key.
   *
   * @param partition see {@link Partition}
   * @param id breaks ties between equal times
   */
  private record Place(String partition, Instant time, String id) implements Comparable<Place> {
    /** Page order: by time, then by id. */
    static final Comparator<Place> BY_TIME_AND_ID =
        Comparator.comparing(Place::time).thenComparing(Place::id);

    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::partition).thenComparing(BY_TIME_AND_ID);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** An index range, both ends exclusive. */
  private record Span(Place low, Place high) {
    static Span all(String partition) {
      return between(partition, null, null);
    }

    static Span between(String partition, @Nullable Instant from, @Nullable Instant before) {
      return new Span(
          new Place(partition, from == null ? Instant.MIN : from, ""),
          new Place(partition, before == null ? Instant.MAX : before, ""));
    }

    /** The rest of the range after the previous page. */
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

    <T> NavigableMap<Place, Cell<T>> of(NavigableMap<Place, Cell<T>> cells) {
      return low.compareTo(high) < 0
          ? cells.subMap(low, false, high, false)
          : Collections.emptyNavigableMap();
    }
  }
}
