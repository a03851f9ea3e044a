package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.port.StoreTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Threads as seen by one caller, without the messages it may not see. The stored summary is used
 * for threads without such messages; for others the visible messages are read, once per
 * transaction. Not thread safe.
 */
final class VisibleThreads {
  /** Most threads per page whose messages are read. */
  static final int MAX_READ = 200;

  private final StoreTransaction tx;
  private final List<Integer> visible;
  private final Map<String, Optional<MailThread>> known = new HashMap<>();

  private VisibleThreads(StoreTransaction tx, List<Integer> visible) {
    this.tx = tx;
    this.visible = visible;
  }

  static VisibleThreads of(StoreTransaction tx, Caller caller) {
    return new VisibleThreads(tx, HiddenMailAccess.allowed(caller));
  }

  /** Whether {@link #MAX_READ} is reached. */
  boolean isSpent() {
    return known.size() >= MAX_READ;
  }

  /** The visible part of a thread; empty when the caller sees none of its messages. */
  Optional<MailThread> seen(MailThread thread) {
    // The labels are the union over all messages, so they show whether any is hidden.
    return visible.contains(Hidden.bits(thread.labels()))
        ? Optional.of(thread)
        : known.computeIfAbsent(thread.id(), id -> ThreadKeeper.restricted(tx, thread, visible));
  }
}
