package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.release.SendClaim;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims a send in the transaction that accepts it, if a worker is free and no earlier send waits
 * for one, so that the outbox need not look for it; or records its outcome there, if that is
 * certain. Belongs to one request. Must be closed.
 */
public final class DirectClaim implements SendClaim, AutoCloseable {
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
   * {@inheritDoc}
   *
   * <p>A send of an earlier run, which was rolled back, is claimed no more.
   */
  @Override
  public Send claim(StoreTransaction tx, Send accepted) {
    claimed = null;
    if (accepted.status() != SendStatus.SENDING || certain.isPresent()) {
      return accepted;
    }
    reserved = reserved || workers.tryReserve();
    if (!reserved) {
      return accepted;
    }
    claimed = claimer.claimNew(tx, accepted);
    return claimed;
  }

  /**
   * Records the outcome of a send that was just written, if that is certain.
   *
   * @return the send as it is now
   */
  public Send record(StoreTransaction tx, Send written) {
    recorded =
        written.status() == SendStatus.SENDING
            ? certain.map(mail -> immediate.record(tx, written, mail)).orElse(null)
            : null;
    return recorded == null ? written : recorded.send();
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
