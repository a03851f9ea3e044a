package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.port.StoreTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Threads as one caller sees them: as if messages that it may not see were not there. The kept
 * summary is good for threads without such messages; of others visible messages are read, once in a
 * transaction. Not thread safe.
 */
final class ThreadSight {
  /** Threads of which messages are read for one page. */
  static final int MAX_READ = 200;

  private final StoreTransaction tx;
  private final List<Integer> visible;
  private final Map<String, Optional<MailThread>> known = new HashMap<>();

  private ThreadSight(StoreTransaction tx, List<Integer> visible) {
    this.tx = tx;
    this.visible = visible;
  }

  static ThreadSight of(StoreTransaction tx, Caller caller) {
    return new ThreadSight(tx, HiddenMailAccess.allowed(caller));
  }

  /** Whether enough was read for one page. */
  boolean isSpent() {
    return known.size() >= MAX_READ;
  }

  /** Empty when the caller sees none of its messages. */
  Optional<MailThread> seen(MailThread thread) {
    // The labels are those of all messages: they tell what hides any of them.
    return visible.contains(Label.hiddenBits(thread.labels()))
        ? Optional.of(thread)
        : known.computeIfAbsent(thread.id(), id -> ThreadKeeper.restricted(tx, thread, visible));
  }
}
