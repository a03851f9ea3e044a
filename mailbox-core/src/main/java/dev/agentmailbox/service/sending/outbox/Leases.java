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

/** Keeps the sends that are being handed over from being taken again. Thread safe. */
final class Leases {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

  private final MailboxContext context;
  private final Duration length;
  private final Set<Lease> running = ConcurrentHashMap.newKeySet();

  Leases(MailboxContext context, Duration length) {
    this.context = context;
    this.length = length;
  }

  /** A send was taken and is now handed over. */
  Lease begin(Send send) {
    Lease lease = new Lease(send);
    running.add(lease);
    return lease;
  }

  /** Makes every lease last its whole length from now. */
  void renewAll() {
    for (Lease lease : running) {
      try {
        lease.renew();
      } catch (RuntimeException failure) {
        LOG.warn("send {}: the lease could not be renewed", lease.send.id(), failure);
      }
    }
  }

  /** One send being handed over. */
  final class Lease implements AutoCloseable {
    private Send send;
    private @Nullable Instant mark;
    private boolean ended;

    private Lease(Send send) {
      this.send = send;
      this.mark = send.times().handedOverAt();
    }

    /** What was recorded is where the hand-over goes on from. */
    synchronized void follow(Send recorded) {
      send = recorded;
      mark = recorded.times().handedOverAt();
    }

    /** The send was marked as in flight. */
    synchronized void marked(Instant when) {
      mark = when;
    }

    /** No renewal from here on: what is recorded next says when the send is due again. */
    @Override
    public synchronized void close() {
      ended = true;
      running.remove(this);
    }

    /**
     * Somebody who took the send up since has marked it, or recorded an attempt. Part of a write,
     * so it takes no lock: {@link #renew} holds it meanwhile.
     */
    private boolean isOurs(Send row) {
      return row.attempts() == send.attempts() && Objects.equals(row.times().handedOverAt(), mark);
    }

    private synchronized void renew() {
      if (ended) {
        return;
      }
      context
          .store()
          .write(
              tx -> {
                Instant now = context.now();
                tx.sends()
                    .lock(send.scope(), send.id())
                    .filter(row -> row.times().nextAttemptAt() != null && isOurs(row))
                    .ifPresent(
                        row ->
                            tx.sends()
                                .update(row.change().nextAttemptAt(now.plus(length)).at(now)));
                return true;
              });
    }
  }
}
