package dev.agentmailbox.flow.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.flow.release.ReleaseStep;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes due sends out of the store, one write for all of them: the lease, the release checks that
 * run again, and the note of our Message-ID, so that an answer finds its thread however fast it
 * comes. Thread safe.
 */
final class DueSends {
  private final MailboxContext context;
  private final ReleaseStep release;
  private final Duration lease;

  DueSends(MailboxContext context, ReleaseStep release, Duration lease) {
    this.context = context;
    this.release = release;
    this.lease = lease;
  }

  /**
   * What was taken.
   *
   * @param ready leased, to be handed over now
   * @param settled looked at; they wait, or are final without a hand-over
   */
  record Taken(List<Send> ready, List<Send> settled) {
    boolean isEmpty() {
      return ready.isEmpty() && settled.isEmpty();
    }
  }

  Taken take(int limit) {
    return context.store().write(tx -> take(tx, limit));
  }

  private Taken take(StoreTransaction tx, int limit) {
    List<Send> ready = new ArrayList<>();
    List<Send> settled = new ArrayList<>();
    for (Send claimed : tx.sends().claimDue(context.now(), lease, limit)) {
      look(tx, claimed).ifPresentOrElse(ready::add, () -> settled.add(claimed));
    }
    return new Taken(ready, settled);
  }

  private Optional<Send> look(StoreTransaction tx, Send claimed) {
    Scope scope = claimed.scope();
    Optional<Inbox> inbox = tx.inboxes().find(scope, claimed.inboxId());
    if (inbox.isEmpty()) {
      abandon(tx, claimed);
      return Optional.empty();
    }
    Instant leaseEnd = context.now().plus(lease);
    Optional<Send> released = release.due(tx, inbox.get(), claimed, leaseEnd);
    released.filter(send -> send.attempts() == 0).ifPresent(send -> noteMessageId(tx, scope, send));
    return released;
  }

  /** The thread of a first message is made with its copy; answers must find it before that. */
  private void noteMessageId(StoreTransaction tx, Scope scope, Send send) {
    String threadId = send.thread().orElseGet(() -> context.ids().next(IdPrefix.THREAD));
    tx.threads().register(scope, send.rfcMessageId(), threadId, true);
  }

  /** The inbox was deleted, and its mail with it. */
  private void abandon(StoreTransaction tx, Send send) {
    SendStatus end =
        switch (send.status()) {
          case SENDING -> SendStatus.FAILED;
          case SCHEDULED, PENDING_APPROVAL -> SendStatus.CANCELLED;
          case SENT, CANCELLED, REJECTED, BLOCKED, FAILED -> send.status();
        };
    tx.sends().update(send.change().status(end).nextAttemptAt(null).at(context.now()));
  }
}
