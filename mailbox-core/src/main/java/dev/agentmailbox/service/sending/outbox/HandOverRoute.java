package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import java.util.Map;

/** A way to hand over mail. */
interface HandOverRoute {
  /**
   * Attempts the hand-over; returns an outcome for each recipient and does not throw for failures
   * of the next hop.
   *
   * @param mark run just before the next hop may accept the message without our knowing
   */
  Map<String, Outcome> handOver(OutboundMail mail, Runnable mark);

  /** Whether acceptance means delivery to the recipient's own server. */
  boolean isFinalDelivery();

  /** Whether a permanent refusal proves that the address does not exist. */
  boolean provesUnknownAddresses();
}
