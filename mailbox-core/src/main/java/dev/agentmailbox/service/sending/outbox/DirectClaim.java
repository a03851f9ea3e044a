package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.release.SendClaim;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims a send in the transaction that accepts it, if a worker is free and no earlier send waits
 * for one, so that the outbox need not look for it. Belongs to one request. Must be closed.
 */
public final class DirectClaim implements SendClaim, AutoCloseable {
  private final OutboxWorkers workers;
  private final SendClaimer claimer;
  private final Consumer<Send> handOver;
  private boolean reserved;
  private @Nullable Send claimed;

  DirectClaim(OutboxWorkers workers, SendClaimer claimer, Consumer<Send> handOver) {
    this.workers = workers;
    this.claimer = claimer;
    this.handOver = handOver;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A send of an earlier run, which was rolled back, is claimed no more.
   */
  @Override
  public Send claim(StoreTransaction tx, Send accepted) {
    claimed = null;
    if (accepted.status() != SendStatus.SENDING) {
      return accepted;
    }
    reserved = reserved || workers.tryReserve();
    if (!reserved) {
      return accepted;
    }
    claimed = claimer.claimNew(tx, accepted);
    return claimed;
  }

  /** Whether the send was claimed. */
  boolean isClaimed() {
    return claimed != null;
  }

  /** Starts the hand-over of the claimed send, which must be durable. */
  void start() {
    Send send = claimed;
    if (send != null) {
      claimed = null;
      reserved = false;
      workers.run(() -> handOver.accept(send));
    }
  }

  /** Returns the worker if the hand-over was not started. */
  @Override
  public void close() {
    if (reserved) {
      reserved = false;
      workers.release(1);
    }
  }
}
