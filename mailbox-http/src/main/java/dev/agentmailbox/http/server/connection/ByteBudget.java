package dev.agentmailbox.http.server.connection;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the bytes of one kind in memory over all connections: bodies within their own limits must
 * not fill the heap together, nor one holder starve all others. Thread safe.
 */
public final class ByteBudget {
  /** An eighth of the heap, at least 64 MiB. */
  private static final long DEFAULT_BYTES =
      Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 8);

  /** The share of one address or organization: half. */
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

  /** The reservation of one request; closed when its response is sent. */
  public Share open(Object holder) {
    return new Share(holder);
  }

  private synchronized boolean take(Object holder, int more) {
    long held = byHolder.getOrDefault(holder, 0L);
    // A single response may exceed a holder's share, or it could never be sent.
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

  /** The bytes of one request. Used by one thread at a time. */
  public final class Share {
    private final Object holder;
    private long bytes;

    private Share(Object holder) {
      this.holder = holder;
    }

    /** Reserves more; false when the budget is exhausted. */
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
