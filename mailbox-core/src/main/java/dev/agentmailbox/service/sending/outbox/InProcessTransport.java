package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.MailTransport;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Delivers to inboxes of this service without a network. Needs no mark: the receiver deduplicates a
 * repeat after a crash by envelope sender, Message-ID and bytes.
 */
final class InProcessTransport implements MailTransport {
  private static final Reply DELIVERED = new Reply(250, "2.1.5", "delivered");
  private static final Outcome UNKNOWN_ADDRESS =
      Outcome.of(Kind.RECIPIENT_REFUSED, new Reply(550, "5.1.1", "no such inbox"));

  /** A human paused the inbox, which is not the sender's fault: rejected, not bounced. */
  private static final Outcome NOT_RECEIVING =
      Outcome.of(Kind.REJECTED, new Reply(550, "5.2.1", "the inbox does not receive mail"));

  private static final Outcome FULL =
      Outcome.of(Kind.TEMPORARY, new Reply(452, "4.2.2", "the inbox is full"));
  private static final Outcome UNAVAILABLE =
      Outcome.of(Kind.TEMPORARY, new Reply(451, "4.3.0", "storage is not available"));

  private static final Outcome BUSY =
      Outcome.of(Kind.TEMPORARY, new Reply(451, "4.3.2", "too much mail is being read"));

  private final MailReceiver receiver;

  InProcessTransport(MailReceiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    Map<String, Outcome> outcomes = new HashMap<>();
    List<String> accepted = new ArrayList<>();
    for (String recipient : mail.recipients()) {
      switch (receiver.judge(recipient)) {
        case ACCEPTED -> accepted.add(recipient);
        case UNKNOWN -> outcomes.put(recipient, UNKNOWN_ADDRESS);
        case NOT_RECEIVING -> outcomes.put(recipient, NOT_RECEIVING);
        case FULL -> outcomes.put(recipient, FULL);
      }
    }
    if (!accepted.isEmpty()) {
      Outcome outcome = deliver(mail, accepted);
      accepted.forEach(recipient -> outcomes.put(recipient, outcome));
    }
    return outcomes;
  }

  private Outcome deliver(OutboundMail mail, List<String> recipients) {
    try (ContentStore.Spool spool = receiver.spool();
        InputStream content = mail.content().open()) {
      content.transferTo(spool.out());
      receiver.accept(new Envelope(mail.envelopeSender(), recipients, null, null, true), spool);
      return Outcome.accepted(DELIVERED);
    } catch (ReceiveException refused) {
      return switch (refused.kind()) {
        case UNAVAILABLE, NO_ROOM -> UNAVAILABLE;
        case BUSY -> BUSY;
        case FULL -> FULL;
      };
    } catch (IOException storage) {
      return UNAVAILABLE;
    }
  }

  @Override
  public boolean isFinalDelivery() {
    return true;
  }
}
