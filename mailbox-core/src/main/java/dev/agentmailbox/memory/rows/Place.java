package dev.agentmailbox.memory.rows;

import java.time.Instant;
import java.util.Comparator;

/**
 * A sort key in a {@link RowList}.
 *
 * @param partition see {@link Partition}
 * @param id breaks ties between equal times
 */
record Place(String partition, Instant time, String id) implements Comparable<Place> {
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
