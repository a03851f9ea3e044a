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
 * Keeps a notice that is being handed over from other processes, and finds out when one of them has
 * it all the same, because this process stood still. Thread safe.
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

  /** Due notices; each is due when its lease ends. */
  List<Notice> claim(int limit) {
    Instant now = context.now();
    return context.store().write(tx -> tx.notices().claimDue(now, length, limit)).stream()
        .map(notice -> notice.due(now.plus(length)))
        .toList();
  }

  /** A notice of a claim is handled now. */
  Lease begin(Notice claimed) {
    Lease lease = new Lease(claimed);
    long period = length.toMillis() / RENEWALS_PER_LEASE;
    lease.renewal =
        renewing.scheduleWithFixedDelay(lease::renewQuietly, period, period, TimeUnit.MILLISECONDS);
    return lease;
  }

  /** One notice being handled. */
  final class Lease implements AutoCloseable {
    private Notice held;
    private boolean lost;
    private boolean ended;
    private @Nullable ScheduledFuture<?> renewal;

    private Lease(Notice held) {
      this.held = held;
    }

    /** Makes it last its whole length from now; false when somebody else has it. */
    synchronized boolean renew() {
      return give(held.due(context.now().plus(length)));
    }

    /** As {@link #renew}, for the moment before the final dot. */
    void require() {
      if (!renew()) {
        throw new IllegalStateException("the lease of the notice was lost");
      }
    }

    /** Puts another state in place of the held one, unless somebody else has the notice. */
    synchronized boolean give(Notice next) {
      Instant leaseEnd = held.dueAt();
      lost = lost || !context.store().write(tx -> tx.notices().update(next, leaseEnd));
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

    /** No renewal by itself from here on. */
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
