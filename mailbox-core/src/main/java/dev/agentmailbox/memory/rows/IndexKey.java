package dev.agentmailbox.memory.rows;

import java.time.Instant;
import java.util.Comparator;

/**
 * A place in an {@link Index}.
 *
 * @param partition which range it belongs to, see {@link Partition}
 * @param id breaks ties between equal times
 */
record IndexKey(String partition, Instant time, String id) implements Comparable<IndexKey> {
  /** The order of pages: by time, then by id, whatever the partition. */
  static final Comparator<IndexKey> BY_TIME_AND_ID =
      Comparator.comparing(IndexKey::time).thenComparing(IndexKey::id);

  private static final Comparator<IndexKey> ORDER =
      Comparator.comparing(IndexKey::partition).thenComparing(BY_TIME_AND_ID);

  @Override
  public int compareTo(IndexKey other) {
    return ORDER.compare(this, other);
  }
}
