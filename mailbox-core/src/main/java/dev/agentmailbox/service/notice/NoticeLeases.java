package dev.agentmailbox.service.notice;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases on notices being handed over; detects when another process has taken over because this one
 * stalled. Thread safe.
 */
final class NoticeLeases {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeLeases.class);
  private static final int RENEWALS_PER_LEASE = 3;
  private static final int IDLE_SECONDS = 30;

  private final MailboxContext context;
  private final Duration length;
  private final ScheduledThreadPoolExecutor renewing =
      new ScheduledThreadPoolExecutor(1, new DaemonThreads("notice-lease"));

  NoticeLeases(MailboxContext context, Duration length) {
    this.context = context;
    this.length = length;
    renewing.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    renewing.allowCoreThreadTimeOut(true);
    renewing.setRemoveOnCancelPolicy(true);
  }

  /** Claims due notices. */
  List<Notice> claim(int limit) {
    Instant now = context.now();
    return context.write(tx -> tx.notices().claimDue(now, length, limit)).stream()
        .map(notice -> notice.due(now.plus(length)))
        .toList();
  }

  /** Starts renewing the lease of a claimed notice. */
  Lease begin(Notice claimed) {
    Lease lease = new Lease(claimed);
    long period = length.toMillis() / RENEWALS_PER_LEASE;
    lease.renewal =
        renewing.scheduleWithFixedDelay(lease::renewQuietly, period, period, TimeUnit.MILLISECONDS);
    return lease;
  }

  /** Lease on one notice. */
  final class Lease implements AutoCloseable {
    private Notice held;
    private boolean lost;
    private boolean ended;
    private @Nullable ScheduledFuture<?> renewal;

    private Lease(Notice held) {
      this.held = held;
    }

    /** Extends the lease to its full length from now; false when another process holds it. */
    synchronized boolean renew() {
      return give(held.due(context.now().plus(length)));
    }

    /**
     * As {@link #renew}, called before the final dot.
     *
     * @throws IllegalStateException the lease was lost
     */
    void require() {
      if (!renew()) {
        throw new IllegalStateException("the lease of the notice was lost");
      }
    }

    /** Writes the next state; false when another process holds the lease. */
    synchronized boolean give(Notice next) {
      Instant leaseEnd = held.dueAt();
      lost = lost || !context.write(tx -> tx.notices().update(next, leaseEnd));
      held = next;
      return !lost;
    }

    private synchronized void renewQuietly() {
      if (ended) {
        return;
      }
      try {
        boolean unused = renew();
      } catch (RuntimeException failure) {
        LOG.warn("notice {}: a lease could not be renewed", held.about(), failure);
      }
    }

    /** Stops renewal. */
    @Override
    public synchronized void close() {
      ended = true;
      ScheduledFuture<?> running = renewal;
      if (running != null) {
        running.cancel(false);
      }
    }
  }
}
