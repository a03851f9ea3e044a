package dev.agentmailbox.server.dkim;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs mail when it is sent and passes it to another transport.
 *
 * <p>Not earlier, so that the stored bytes remain those that were checked and approved; the
 * signature is prepended to them. Mail that waited for days gets a current signature and key.
 * Thread safe.
 */
public final class SigningTransport implements MailTransport {
  private static final Logger LOG = LoggerFactory.getLogger(SigningTransport.class);

  private final MailTransport next;
  private final DkimSigner signer;
  private final Clock clock;

  public SigningTransport(MailTransport next, DkimSigner signer, Clock clock) {
    this.next = next;
    this.signer = signer;
    this.clock = clock;
  }

  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    Optional<byte[]> signatures;
    try {
      signatures = signer.signatures(mail.content(), clock.instant());
    } catch (IOException e) {
      LOG.warn("the content of send {} cannot be read", mail.sendId(), e);
      Reply why = new Reply(0, null, "the message cannot be read");
      Map<String, Outcome> outcomes = new HashMap<>();
      mail.recipients().forEach(r -> outcomes.put(r, Outcome.of(Kind.TEMPORARY, why)));
      return outcomes;
    }
    if (signatures.isEmpty()) {
      LOG.warn("send {} is not signed: its From is not in a domain of this service", mail.sendId());
      return next.handOver(mail, mark);
    }
    RawMessage signed = mail.content().withHeader(signatures.get());
    return next.handOver(
        new OutboundMail(mail.envelopeSender(), mail.recipients(), signed, mail.sendId()), mark);
  }

  @Override
  public boolean isFinalDelivery() {
    return next.isFinalDelivery();
  }

  @Override
  public void close() {
    next.close();
  }
}
