package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;

/** Claims a send for its hand-over in the transaction that accepts it. */
@FunctionalInterface
public interface SendClaim {
  /** Leaves every send to the outbox. */
  SendClaim NONE = (tx, accepted) -> accepted;

  /**
   * Claims a send about to be written, if it can be handed over at once. Runs as often as the
   * transaction does.
   *
   * @return the send as it is to be written; unchanged when it is not claimed
   */
  Send claim(StoreTransaction tx, Send accepted);
}
