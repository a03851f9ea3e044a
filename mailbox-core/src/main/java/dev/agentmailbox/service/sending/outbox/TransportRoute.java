package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import java.util.Map;

/** Hands mail to the configured transport. */
final class TransportRoute implements HandOverRoute {
  private final MailTransport transport;

  TransportRoute(MailTransport transport) {
    this.transport = transport;
  }

  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    return transport.handOver(mail, mark);
  }

  @Override
  public boolean isFinalDelivery() {
    return transport.isFinalDelivery();
  }

  @Override
  public boolean provesUnknownAddresses() {
    return true;
  }
}
