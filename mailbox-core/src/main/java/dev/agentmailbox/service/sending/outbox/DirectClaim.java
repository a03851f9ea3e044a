package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims a send in the transaction that accepts it, if a worker is free and no earlier send waits
 * for one, so that the outbox need not look for it; or records its outcome there, if that is
 * certain. Belongs to one request. Must be closed.
 */
public final class DirectClaim implements AutoCloseable {
  private final OutboxWorkers workers;
  private final SendClaimer claimer;
  private final Consumer<Send> handOver;
  private final ImmediateOutcome immediate;
  private Optional<ImmediateOutcome.CertainMail> certain = Optional.empty();
  private boolean reserved;
  private @Nullable Send claimed;
  private OutcomeRecorder.@Nullable Recorded recorded;

  DirectClaim(
      OutboxWorkers workers,
      SendClaimer claimer,
      Consumer<Send> handOver,
      ImmediateOutcome immediate) {
    this.workers = workers;
    this.claimer = claimer;
    this.handOver = handOver;
    this.immediate = immediate;
  }

  /** Reads what is needed of the mail, before the transaction. */
  public void prepare(SendRequest request) {
    certain = immediate.read(request);
  }

  /**
   * Writes a send that was just released. Runs as often as the transaction does: a send of an
   * earlier run, which was rolled back, is claimed no more.
   *
   * @return the send as it is now
   */
  public Send write(StoreTransaction tx, Send released) {
    claimed = null;
    recorded = null;
    boolean isDue = released.status() == SendStatus.SENDING;
    if (isDue && certain.isPresent()) {
      OutcomeRecorder.Recorded written = immediate.record(tx, released, certain.get());
      recorded = written;
      return written.send();
    }
    reserved = reserved || (isDue && workers.tryReserve());
    if (isDue && reserved) {
      Send leased = claimer.claimNew(tx, released);
      tx.sends().insert(leased);
      claimed = leased;
      return leased;
    }
    tx.sends().insert(released);
    return released;
  }

  /** Gives the transport the mail of a recorded send, which must be durable. */
  void finish() {
    OutcomeRecorder.Recorded durable = recorded;
    if (durable != null) {
      recorded = null;
      certain.ifPresent(mail -> immediate.handOver(durable, mail));
    }
  }

  /** Whether the outcome of the send was recorded with it. */
  boolean isRecorded() {
    return recorded != null;
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
