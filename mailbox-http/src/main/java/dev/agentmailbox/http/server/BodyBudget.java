package dev.agentmailbox.http.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of request bodies may be in memory at once, over all connections: many bodies that
 * are each within their limit must not fill the heap together. Thread safe.
 */
final class BodyBudget {
  /** An eighth of the heap, at least 64 MiB. */
  private static final long DEFAULT_BYTES =
      Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 8);

  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  BodyBudget() {
    this(DEFAULT_BYTES);
  }

  BodyBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The share of one request; to be closed when its answer is sent. */
  Share open() {
    return new Share();
  }

  /** Bytes of one request. Used by one thread at a time. */
  final class Share {
    private long bytes;

    /** Takes some more; false when there is no room for them now. */
    boolean take(int more) {
      if (taken.addAndGet(more) > maxBytes) {
        taken.addAndGet(-more);
        return false;
      }
      bytes += more;
      return true;
    }

    void close() {
      taken.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
