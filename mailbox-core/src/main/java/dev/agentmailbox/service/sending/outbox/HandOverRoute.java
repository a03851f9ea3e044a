package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import java.util.Map;

/** One way to hand mail over. */
interface HandOverRoute {
  /**
   * Tries to hand over; answers for each recipient and does not throw for what the next hop does.
   *
   * @param mark called just before the next hop may take responsibility without our knowing
   */
  Map<String, Outcome> handOver(OutboundMail mail, Runnable mark);

  /** Whether acceptance means that the recipient's own server has the mail. */
  boolean deliversFinally();

  /** Whether a permanent refusal says that the address does not exist for anybody. */
  boolean tellsOfAddresses();
}
