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
 * Claims due sends in one transaction: acquires leases, repeats the release checks, and registers
 * the Message-ID so that a fast reply finds its thread. If one fails, each is processed in a
 * transaction of its own. A send whose request finds a free worker is claimed as it is written,
 * because its checks have just been made. Thread safe.
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
   * The claimed sends.
   *
   * @param ready leased, to be handed over now
   * @param settled not to be handed over now: deferred, final, or postponed after a failure
   */
  record Claims(List<Send> ready, List<Send> settled) {
    boolean isEmpty() {
      return ready.isEmpty() && settled.isEmpty();
    }
  }

  /**
   * Claims a send that its request is about to write, in the same transaction.
   *
   * @return the send as it is to be written
   */
  Send claimNew(StoreTransaction tx, Send accepted) {
    noteMessageId(tx, accepted.scope(), accepted);
    return accepted.dueAt(context.now().plus(lease));
  }

  Claims claim(int limit) {
    try {
      return context.write(tx -> claim(tx, limit));
    } catch (RuntimeException failure) {
      return claimOneByOne(limit);
    }
  }

  /** Isolates a send that cannot be checked: only that one is postponed. */
  private Claims claimOneByOne(int limit) {
    List<Send> ready = new ArrayList<>();
    List<Send> settled = new ArrayList<>();
    List<Send> due = context.write(tx -> tx.sends().claimDue(context.now(), lease, limit));
    for (Send claimed : due) {
      try {
        context
            .write(tx -> unchanged(tx, claimed).flatMap(send -> recheck(tx, send)))
            .ifPresentOrElse(ready::add, () -> settled.add(claimed));
      } catch (RuntimeException failure) {
        LOG.error("send {}: the release checks failed; it will be retried", claimed.id(), failure);
        settled.add(claimed);
      }
    }
    return new Claims(ready, settled);
  }

  /** It may have been cancelled between its claim and its transaction. */
  private static Optional<Send> unchanged(StoreTransaction tx, Send claimed) {
    return tx.sends().lock(claimed.scope(), claimed.id()).filter(claimed::equals);
  }

  private Claims claim(StoreTransaction tx, int limit) {
    List<Send> ready = new ArrayList<>();
    List<Send> settled = new ArrayList<>();
    for (Send claimed : tx.sends().claimDue(context.now(), lease, limit)) {
      recheck(tx, claimed).ifPresentOrElse(ready::add, () -> settled.add(claimed));
    }
    return new Claims(ready, settled);
  }

  private Optional<Send> recheck(StoreTransaction tx, Send claimed) {
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

  /** The thread of a first message is created with its copy; replies must find it before that. */
  private void noteMessageId(StoreTransaction tx, Scope scope, Send send) {
    String threadId = send.thread().orElseGet(() -> context.ids().next(IdPrefix.THREAD));
    tx.threads().register(scope, send.mail().rfcMessageId(), threadId, true);
  }

  /** Ends a send whose inbox, and with it the mail, was deleted. */
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
