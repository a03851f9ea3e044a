package dev.agentmailbox.http.server.connection;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of messages to one client: Undertow's own queue is unbounded, so only a little is
 * handed over to it at a time. Thread safe.
 */
final class OutboundQueue {
  /** A client with more queued bytes is disconnected. */
  static final int MAX_LAG_BYTES = 1 << 20;

  /** Most bytes handed over and not yet completed (or one message). */
  static final int MAX_HANDED_BYTES = 64 * 1024;

  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private long handedBytes;

  /** Puts a message at the end; false when the client is too far behind. */
  synchronized boolean add(byte[] message) {
    if (lag() + message.length > MAX_LAG_BYTES) {
      return false;
    }
    waiting.add(message);
    waitingBytes += message.length;
    return true;
  }

  /** The next message to hand over; null when there is none or enough is in flight. */
  synchronized byte @Nullable [] next() {
    if (!hasNext()) {
      return null;
    }
    byte[] message = waiting.remove();
    waitingBytes -= message.length;
    handedBytes += message.length;
    return message;
  }

  /** Whether {@link #next} has one. */
  synchronized boolean hasNext() {
    byte[] message = waiting.peek();
    return message != null
        && (handedBytes == 0 || handedBytes + message.length <= MAX_HANDED_BYTES);
  }

  /** A message that was handed over has been written or failed. */
  synchronized void completed(int bytes) {
    handedBytes -= bytes;
  }

  synchronized void clear() {
    waiting.clear();
    waitingBytes = 0;
  }

  /** Queued bytes. */
  synchronized long lag() {
    return waitingBytes + handedBytes;
  }
}
