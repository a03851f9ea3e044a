package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Common checks of all transports: addresses and content are validated before connecting, and an
 * unreachable next hop becomes an outcome for each recipient.
 */
final class CheckedHandOver {
  private static final Logger LOG = LoggerFactory.getLogger(CheckedHandOver.class);

  private CheckedHandOver() {}

  /** The transport-specific part. */
  interface Delivery {
    /**
     * Hands over.
     *
     * @param mail at least one recipient, all safe to send
     * @param scan result of the content scan
     */
    Map<String, Outcome> deliver(OutboundMail mail, ContentScan scan) throws HopFailure;
  }

  static Map<String, Outcome> run(OutboundMail mail, Delivery delivery) {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    OutboundMail safe = withoutUnsafe(mail, outcomes);
    if (safe.recipients().isEmpty()) {
      return outcomes;
    }
    try {
      ContentScan scan = ContentScan.of(safe.content());
      if (scan.clean()) {
        outcomes.putAll(delivery.deliver(safe, scan));
      } else {
        settle(outcomes, safe, rejected("5.6.0", "the message has a bare CR, a bare LF or a NUL"));
      }
    } catch (HopFailure e) {
      LOG.info("send {} was not handed over: {}", mail.sendId(), e.getMessage());
      settle(outcomes, safe, e.outcome());
    } catch (IOException e) {
      LOG.warn("the content of send {} cannot be read", mail.sendId(), e);
      settle(
          outcomes,
          safe,
          Outcome.of(Kind.TEMPORARY, new Reply(0, null, "the message cannot be read")));
    }
    return outcomes;
  }

  /** The mail without unsafe recipients, which are rejected. */
  private static OutboundMail withoutUnsafe(OutboundMail mail, Map<String, Outcome> outcomes) {
    boolean isSenderSafe = AddressCheck.isSender(mail.envelopeSender());
    List<String> safe = new ArrayList<>();
    for (String recipient : new LinkedHashSet<>(mail.recipients())) {
      if (!isSenderSafe) {
        outcomes.put(recipient, rejected("5.1.7", "the return path has forbidden characters"));
      } else if (!AddressCheck.isRecipient(recipient)) {
        outcomes.put(recipient, rejected("5.1.3", "the address has forbidden characters"));
      } else {
        safe.add(recipient);
      }
    }
    return new OutboundMail(mail.envelopeSender(), safe, mail.content(), mail.sendId());
  }

  private static Outcome rejected(String enhanced, String why) {
    return Outcome.of(Kind.REJECTED, new Reply(0, enhanced, why));
  }

  private static void settle(Map<String, Outcome> outcomes, OutboundMail mail, Outcome outcome) {
    mail.recipients().forEach(recipient -> outcomes.put(recipient, outcome));
  }
}
