package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes due sends out of the store, one write for all of them: the lease, the release checks that
 * run again, and the note of our Message-ID, so that an answer finds its thread however fast it
 * comes. When one of them fails, each gets a write of its own. Thread safe.
 */
final class SendClaimer {
  private static final Logger LOG = LoggerFactory.getLogger(SendClaimer.class);

  private final MailboxContext context;
  private final ReleaseStep release;
  private final Duration lease;

  SendClaimer(MailboxContext context, ReleaseStep release, Duration lease) {
    this.context = context;
    this.release = release;
    this.lease = lease;
  }

  /**
   * What was taken.
   *
   * @param ready leased, to be handed over now
   * @param settled looked at; they wait, are final without a hand-over, or failed and are put off
   */
  record Taken(List<Send> ready, List<Send> settled) {
    boolean isEmpty() {
      return ready.isEmpty() && settled.isEmpty();
    }
  }

  Taken take(int limit) {
    try {
      return context.store().write(tx -> take(tx, limit));
    } catch (RuntimeException failure) {
      return takeOneByOne(limit);
    }
  }

  /** One send that cannot be judged must not keep the others of its batch: it alone is put off. */
  private Taken takeOneByOne(int limit) {
    List<Send> ready = new ArrayList<>();
    List<Send> settled = new ArrayList<>();
    List<Send> due = context.store().write(tx -> tx.sends().claimDue(context.now(), lease, limit));
    for (Send claimed : due) {
      try {
        context
            .store()
            .write(tx -> unchanged(tx, claimed).flatMap(send -> look(tx, send)))
            .ifPresentOrElse(ready::add, () -> settled.add(claimed));
      } catch (RuntimeException failure) {
        LOG.error("send {}: it cannot be judged, and is looked at again", claimed.id(), failure);
        settled.add(claimed);
      }
    }
    return new Taken(ready, settled);
  }

  /** Between its claim and its own transaction it may have been cancelled. */
  private static Optional<Send> unchanged(StoreTransaction tx, Send claimed) {
    return tx.sends().lock(claimed.scope(), claimed.id()).filter(claimed::equals);
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
    tx.threads().register(scope, send.mail().rfcMessageId(), threadId, true);
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
