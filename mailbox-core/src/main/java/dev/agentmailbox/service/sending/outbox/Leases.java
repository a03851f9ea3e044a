package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Send;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews the leases of sends being handed over. Thread safe. */
final class Leases {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

  private final MailboxContext context;
  private final Duration length;
  private final Set<Lease> running = ConcurrentHashMap.newKeySet();

  Leases(MailboxContext context, Duration length) {
    this.context = context;
    this.length = length;
  }

  /** Starts renewing the lease of a claimed send. */
  Lease begin(Send send) {
    Lease lease = new Lease(send);
    running.add(lease);
    return lease;
  }

  /** Extends every lease to its full length from now. */
  void renewAll() {
    for (Lease lease : running) {
      try {
        lease.renew();
      } catch (RuntimeException failure) {
        LOG.warn("send {}: the lease could not be renewed", lease.send.id(), failure);
      }
    }
  }

  /** Lease on one send. */
  final class Lease implements AutoCloseable {
    private Send send;
    private @Nullable Instant mark;
    private boolean ended;

    private Lease(Send send) {
      this.send = send;
      this.mark = send.times().handedOverAt();
    }

    /** Continues from the recorded state of the send. */
    synchronized void follow(Send recorded) {
      send = recorded;
      mark = recorded.times().handedOverAt();
    }

    /** Records that the send was marked as in flight. */
    synchronized void marked(Instant when) {
      mark = when;
    }

    /** Stops renewal; the next record sets when the send is due. */
    @Override
    public synchronized void close() {
      ended = true;
      running.remove(this);
    }

    /**
     * Whether no other process has marked the send or recorded an attempt since. Runs in a write
     * transaction, so it takes no lock: {@link #renew} holds it.
     */
    private boolean isOurs(Send row) {
      return row.attempts() == send.attempts() && Objects.equals(row.times().handedOverAt(), mark);
    }

    private synchronized void renew() {
      if (ended) {
        return;
      }
      context.write(
          tx -> {
            Instant now = context.now();
            tx.sends()
                .lock(send.scope(), send.id())
                .filter(row -> row.times().nextAttemptAt() != null && isOurs(row))
                .ifPresent(
                    row -> tx.sends().update(row.change().nextAttemptAt(now.plus(length)).at(now)));
            return true;
          });
    }
  }
}
