package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.sending.SendingTables.NOTICES;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES_DUE;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
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
    return context.write(
        tx ->
            tx.table(NOTICES).due(NOTICES_DUE, now, limit).stream()
                .filter(notice -> replace(tx, notice.dueAt(), notice.due(now.plus(length))))
                .map(notice -> notice.due(now.plus(length)))
                .toList());
  }

  /** Writes a notice if its lease still has this end; false when another process has claimed it. */
  private static boolean replace(StoreTransaction tx, Instant leaseEnd, Notice next) {
    Table<Notice> notices = tx.table(NOTICES);
    return notices
        .lock(next.organizationId(), next.about(), next.address())
        .filter(row -> row.dueAt().equals(leaseEnd))
        .map(row -> notices.update(next))
        .orElse(false);
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

    synchronized Notice notice() {
      return held;
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
      lost = lost || !context.write(tx -> replace(tx, leaseEnd, next));
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
