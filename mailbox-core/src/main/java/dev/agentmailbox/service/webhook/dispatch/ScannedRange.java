package dev.agentmailbox.service.webhook.dispatch;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A part of the log of which is known what concerns one endpoint, as the endpoint was at one time.
 * Thread safe.
 */
final class ScannedRange {
  /** Numbers that are remembered; an endpoint this far behind is read from its cursor. */
  static final int MAX_TOLD = 1_000;

  private final Instant version;
  private final Deque<Long> told = new ArrayDeque<>();
  private long dealtWith;
  private long from = Long.MAX_VALUE;
  private long to = Long.MAX_VALUE;

  /**
   * Nothing is known yet.
   *
   * @param version when the endpoint was last changed
   */
  ScannedRange(Instant version) {
    this.version = version;
  }

  boolean isOf(Instant other) {
    return version.equals(other);
  }

  /** After {@code first}, up to and with {@code last}, exactly these concern the endpoint. */
  synchronized void extend(long first, long last, List<Long> concerning) {
    if (to != first || told.size() + concerning.size() > MAX_TOLD) {
      told.clear();
      from = first;
    }
    to = last;
    told.addAll(concerning);
  }

  /** Up to here everything is dealt with. */
  synchronized void reached(long sequence) {
    dealtWith = Math.max(dealtWith, sequence);
  }

  /** The cursor, or a later number with nothing for the endpoint in between. */
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
