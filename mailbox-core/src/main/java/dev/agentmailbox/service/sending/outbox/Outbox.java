package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.WaitReason;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over released mail. Either {@link #start} it to work on its own threads until {@link
 * #close}, or call {@link #runDue} explicitly, for example in a test with a settable clock. If it
 * has no threads, {@link #await} does the work on the calling thread.
 *
 * <p>Thread safe. Several outboxes may share a store: leases keep them from handing over the same
 * send.
 */
public final class Outbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** Sends claimed per write by {@link #runDue}. */
  private static final int BATCH = 32;

  /** Deferred sends made due per write. */
  private static final int WAIT_BATCH = PageRequest.MAX_LIMIT;

  /** Interval at which a waiting caller checks its send. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private final MailboxContext context;
  private final SendClaimer claimer;
  private final SendAttempt attempt;
  private final ImmediateOutcome immediate;
  private final Leases leases;
  private final SendWaiters waiters = new SendWaiters();
  private final OutboxWorkers workers;

  public Outbox(
      MailboxContext context,
      ReleaseStep release,
      MailTransport transport,
      MailReceiver receiver,
      OutboxLimits limits) {
    this.context = context;
    Routing routing = new Routing(context.settings(), new InProcessTransport(receiver), transport);
    RelayRetrySchedule retries =
        new RelayRetrySchedule(() -> ThreadLocalRandom.current().nextLong());
    OutcomeRecorder recorder = new OutcomeRecorder(context, retries, waiters, limits.lease());
    this.claimer = new SendClaimer(context, release, limits.lease());
    this.leases = new Leases(context, limits.lease());
    this.attempt = new SendAttempt(context, routing, transport, recorder, limits.lease());
    this.immediate = new ImmediateOutcome(context, transport, recorder);
    this.workers = new OutboxWorkers(limits, context.clock(), this::claim, leases::renewAll);
  }

  /** Starts the threads; due sends are claimed immediately. */
  public void start() {
    workers.start();
  }

  /** Signals that a send may be due. */
  public void wake() {
    workers.wake();
  }

  /** Makes sends due that were deferred for this reason in an organization or an inbox. */
  public void endWait(Scope where, WaitReason reason) {
    makeDue(where, reason);
  }

  /** As {@link #endWait}, in all organizations. */
  public void endWaitEverywhere(WaitReason reason) {
    makeDue(null, reason);
  }

  private void makeDue(@Nullable Scope where, WaitReason reason) {
    try {
      int made = WAIT_BATCH;
      while (made == WAIT_BATCH) {
        made =
            context.write(
                tx -> tx.sends().makeDue(where, reason.wireName(), context.now(), WAIT_BATCH));
      }
    } catch (RuntimeException failure) {
      // The pause has ended anyway, and deferred sends are checked again within a minute.
      LOG.warn("sends deferred by {} could not be made due now", reason, failure);
    }
    workers.wake();
  }

  /**
   * Hands over everything due, on the calling thread.
   *
   * @return number of sends processed
   */
  public int runDue() {
    int processed = 0;
    SendClaimer.Claims claims = claimer.claim(BATCH);
    while (!claims.isEmpty()) {
      processed += claims.ready().size() + claims.settled().size();
      claims.settled().forEach(send -> waiters.wake(send.id()));
      claims.ready().forEach(this::handOver);
      claims = claimer.claim(BATCH);
    }
    return processed;
  }

  /** A claim for a send that a request is about to write. */
  public DirectClaim claim() {
    return new DirectClaim(workers, claimer, this::handOver, immediate);
  }

  /**
   * Begins the hand-over of a written send if it was claimed, and otherwise signals when it is due.
   * One with a certain outcome is finished.
   *
   * @param sendAt when an unclaimed send is due; null for now
   */
  public void begin(DirectClaim claim, @Nullable Instant sendAt) {
    if (claim.isRecorded()) {
      claim.finish();
    } else if (claim.isClaimed()) {
      claim.start();
    } else if (sendAt != null) {
      workers.wakeAt(sendAt);
    } else {
      workers.wake();
    }
  }

  /**
   * As {@link #begin}, then waits until the hand-over is recorded.
   *
   * @param isSettled whether another process has recorded it
   * @param answer writes the answer of the request, in the transaction that records the hand-over;
   *     may run several times
   * @return the send whose answer was written; empty when none was
   */
  public Optional<Send> beginAndAwait(
      DirectClaim claim,
      String sendId,
      Duration limit,
      BooleanSupplier isSettled,
      BiConsumer<StoreTransaction, Send> answer) {
    boolean isClaimed = claim.isClaimed();
    try (SendWaiters.Watch watch = waiters.open(sendId, answer)) {
      begin(claim, null);
      // A send that was not claimed may have been handed over before the watch was opened.
      if (isClaimed || !isSettled.getAsBoolean()) {
        await(watch, limit, isSettled);
      }
      return watch.outcome();
    }
  }

  /**
   * Waits until something is recorded about a send.
   *
   * @param isSettled evaluated after the watch began; true to return immediately
   */
  public void await(String sendId, Duration limit, BooleanSupplier isSettled) {
    try (SendWaiters.Watch watch = waiters.open(sendId, (tx, send) -> {})) {
      if (!isSettled.getAsBoolean()) {
        await(watch, limit, isSettled);
      }
    }
  }

  private void await(SendWaiters.Watch watch, Duration limit, BooleanSupplier isSettled) {
    if (!workers.areStarted()) {
      runDue();
    }
    long deadline = System.nanoTime() + limit.toNanos();
    long left = limit.toNanos();
    // Another process that shares the store may hand it over without a signal here.
    while (left > 0
        && !watch.await(Duration.ofNanos(Math.min(left, LOOK.toNanos())))
        && !isSettled.getAsBoolean()) {
      left = deadline - System.nanoTime();
    }
  }

  /** Stops claiming sends and waits up to the limit for hand-overs in progress. */
  @Override
  public void close() {
    workers.close();
  }

  private OutboxWorkers.Batch claim(int limit) {
    SendClaimer.Claims claims = claimer.claim(limit);
    claims.settled().forEach(send -> waiters.wake(send.id()));
    List<Runnable> handOvers = new ArrayList<>();
    claims.ready().forEach(send -> handOvers.add(() -> handOver(send)));
    return new OutboxWorkers.Batch(handOvers, !claims.isEmpty());
  }

  private void handOver(Send send) {
    try (Leases.Lease lease = leases.begin(send)) {
      Instant next = attempt.run(send, lease).times().nextAttemptAt();
      if (next != null) {
        workers.wakeAt(next);
      }
    } catch (IOException | RuntimeException failure) {
      // The lease expires, and the send is claimed again.
      LOG.error("send {}: the hand-over could not be completed", send.id(), failure);
    } finally {
      waiters.wake(send.id());
    }
  }
}
