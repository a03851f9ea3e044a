package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.WaitReason;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over mail that may leave. Either {@link #start} it and it works on its own threads until
 * {@link #close}, or call {@link #runDue} when it suits: a test with a settable clock needs no
 * thread and no sleeping. Whoever waits for a send on an outbox that has no threads does its work.
 *
 * <p>Thread safe. Several outboxes may share one store: a lease keeps a send with one of them.
 */
public final class Outbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** Sends taken in one write. */
  private static final int BATCH = 32;

  /** Waiting sends made due in one write. */
  private static final int WAIT_BATCH = PageRequest.MAX_LIMIT;

  /** How often a waiting caller looks what became of its send. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private final MailboxContext context;
  private final SendClaimer due;
  private final SendAttempt handOver;
  private final Leases leases;
  private final SendWaiters watches = new SendWaiters();
  private final OutboxWorkers workers;

  public Outbox(
      MailboxContext context,
      ReleaseStep release,
      MailTransport transport,
      MailReceiver receiver,
      OutboxLimits limits) {
    this.context = context;
    HandOverRoute network = new TransportRoute(transport);
    Routing routing = new Routing(context.settings(), new InProcessRoute(receiver), network);
    RetrySchedule retries = new RetrySchedule(() -> ThreadLocalRandom.current().nextLong());
    OutcomeRecorder recorder = new OutcomeRecorder(context, retries, limits.lease());
    this.due = new SendClaimer(context, release, limits.lease());
    this.leases = new Leases(context, limits.lease());
    this.handOver = new SendAttempt(context, routing, network, recorder, limits.lease());
    this.workers = new OutboxWorkers(limits, context.clock(), this::work, leases::renewAll);
  }

  /** Starts the threads; sends that were waiting are taken up at once. */
  public void start() {
    workers.start();
  }

  /** Says that a send may be due. */
  public void wake() {
    workers.wake();
  }

  /** Says that a send will be due then. */
  public void wakeAt(Instant time) {
    workers.wakeAt(time);
  }

  /**
   * Says that a reason to wait has ended in an organization or an inbox: what waited is looked at
   * now.
   */
  public void endWait(Scope where, WaitReason reason) {
    makeDue(where, reason);
  }

  /** As {@link #endWait}, in every organization. */
  public void endWaitEverywhere(WaitReason reason) {
    makeDue(null, reason);
  }

  private void makeDue(@Nullable Scope where, WaitReason reason) {
    try {
      int made = WAIT_BATCH;
      while (made == WAIT_BATCH) {
        made =
            context
                .store()
                .write(
                    tx -> tx.sends().makeDue(where, reason.wireName(), context.now(), WAIT_BATCH));
      }
    } catch (RuntimeException failure) {
      // The stop has ended all the same, and each is looked at again within a minute.
      LOG.warn("sends that waited for {} are looked at a little later", reason, failure);
    }
    workers.wake();
  }

  /**
   * Hands over everything that is due now, on the calling thread.
   *
   * @return how many sends were looked at
   */
  public int runDue() {
    int looked = 0;
    SendClaimer.Taken taken = due.take(BATCH);
    while (!taken.isEmpty()) {
      looked += taken.ready().size() + taken.settled().size();
      taken.settled().forEach(send -> watches.tell(send.id()));
      taken.ready().forEach(this::handOver);
      taken = due.take(BATCH);
    }
    return looked;
  }

  /**
   * Waits until something is recorded about a send.
   *
   * @param isSettled asked after the watch began; true when there is nothing to wait for
   */
  public void await(String sendId, Duration limit, BooleanSupplier isSettled) {
    if (!workers.areStarted()) {
      runDue();
    }
    try (SendWaiters.Watch watch = watches.open(sendId)) {
      long deadline = System.nanoTime() + limit.toNanos();
      long left = limit.toNanos();
      // Another process that shares the store may hand it over, and tells nobody here.
      while (left > 0
          && !isSettled.getAsBoolean()
          && !watch.await(Duration.ofNanos(Math.min(left, LOOK.toNanos())))) {
        left = deadline - System.nanoTime();
      }
    }
  }

  /** Stops taking sends, and waits for what is running, up to the limit. */
  @Override
  public void close() {
    workers.close();
  }

  /** Takes at most that many sends and starts a worker for each. */
  private int work(int free) {
    SendClaimer.Taken taken = due.take(Math.min(free, BATCH));
    taken.settled().forEach(send -> watches.tell(send.id()));
    taken.ready().forEach(send -> workers.submit(() -> handOver(send)));
    return taken.ready().size() + taken.settled().size();
  }

  private void handOver(Send send) {
    try (Leases.Lease lease = leases.begin(send)) {
      Instant next = handOver.run(send, lease).times().nextAttemptAt();
      if (next != null) {
        workers.wakeAt(next);
      }
    } catch (IOException | RuntimeException failure) {
      // The lease ends by itself, and the send is taken up again.
      LOG.error("send {}: the hand-over could not be completed", send.id(), failure);
    } finally {
      watches.tell(send.id());
    }
  }
}
