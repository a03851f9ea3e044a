package dev.agentmailbox.service.webhook.dispatch;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A range of the log already matched against one version of an endpoint. Thread safe. */
final class ScannedRange {
  /** Most matches remembered; an endpoint further behind is read from its cursor. */
  static final int MAX_TOLD = 1_000;

  private final Instant version;
  private final Deque<Long> told = new ArrayDeque<>();
  private long dealtWith;
  private long from = Long.MAX_VALUE;
  private long to = Long.MAX_VALUE;

  /**
   * Creates an empty range.
   *
   * @param version {@code updatedAt} of the endpoint
   */
  ScannedRange(Instant version) {
    this.version = version;
  }

  boolean isOf(Instant other) {
    return version.equals(other);
  }

  /**
   * Appends a range: of the events after {@code first} up to and including {@code last}, exactly
   * these match.
   */
  synchronized void extend(long first, long last, List<Long> concerning) {
    if (to != first || told.size() + concerning.size() > MAX_TOLD) {
      told.clear();
      from = first;
    }
    to = last;
    told.addAll(concerning);
  }

  /** Everything up to here is delivered. */
  synchronized void reached(long sequence) {
    dealtWith = Math.max(dealtWith, sequence);
  }

  /** The cursor, or a later number with no event for the endpoint in between. */
  synchronized long start(long cursor) {
    long base = Math.max(cursor, dealtWith);
    if (base < from || base >= to) {
      return base;
    }
    while (!told.isEmpty() && told.peek() <= base) {
      told.remove();
    }
    return told.isEmpty() ? to : Math.max(base, told.peek() - 1);
  }
}
