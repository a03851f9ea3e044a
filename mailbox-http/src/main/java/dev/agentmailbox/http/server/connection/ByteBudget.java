package dev.agentmailbox.http.server.connection;

import java.util.HashMap;
import java.util.Map;

/**
 * How many bytes of one kind may be in memory at once, over all connections: many bodies that are
 * each within their limit must not fill the heap together, and one holder's must not take the room
 * of all others. Thread safe.
 */
public final class ByteBudget {
  /** An eighth of the heap, at least 64 MiB. */
  private static final long DEFAULT_BYTES =
      Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 8);

  /** The part of the whole that one address or organization may have: a half. */
  private static final int HOLDER_PART = 2;

  private final long maxBytes;
  private final Map<Object, Long> byHolder = new HashMap<>();
  private long taken;

  public ByteBudget() {
    this(DEFAULT_BYTES);
  }

  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The share of one request; to be closed when its answer is sent. */
  public Share open(Object holder) {
    return new Share(holder);
  }

  private synchronized boolean take(Object holder, int more) {
    long held = byHolder.getOrDefault(holder, 0L);
    // One alone may be larger than a holder's part, or it could never be sent.
    boolean tooMuch = held > 0 && held + more > maxBytes / HOLDER_PART;
    if (tooMuch || taken + more > maxBytes) {
      return false;
    }
    taken += more;
    byHolder.merge(holder, (long) more, Long::sum);
    return true;
  }

  private synchronized void free(Object holder, long bytes) {
    taken -= bytes;
    byHolder.computeIfPresent(holder, (same, held) -> held > bytes ? held - bytes : null);
  }

  /** Bytes of one request. Used by one thread at a time. */
  public final class Share {
    private final Object holder;
    private long bytes;

    private Share(Object holder) {
      this.holder = holder;
    }

    /** Takes some more; false when there is no room for them now. */
    public boolean take(int more) {
      if (!ByteBudget.this.take(holder, more)) {
        return false;
      }
      bytes += more;
      return true;
    }

    public void close() {
      free(holder, bytes);
      bytes = 0;
    }
  }
}
