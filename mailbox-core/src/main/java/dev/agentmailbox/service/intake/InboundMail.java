package dev.agentmailbox.service.intake;

import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.service.sending.outcome.Report;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An inbound message, parsed and screened, before the decision for each recipient.
 *
 * @param newPart the new part of a reply
 * @param raw where its bytes are stored
 * @param evidence result of sender authentication
 * @param report bounce or complaint it contains
 * @param unreadable hold reasons because it could not be parsed or screened
 */
record InboundMail(
    Envelope envelope,
    ParsedMessage parsed,
    NewPart newPart,
    LimitedBody raw,
    SenderAuthentication.Evidence evidence,
    Screening.Findings findings,
    Report report,
    Set<String> unreadable) {
  InboundMail {
    unreadable = Set.copyOf(unreadable);
  }

  /**
   * Whether it was generated: auto-reply, list or bulk mail, report, null reverse-path, or mail
   * loop.
   */
  boolean isAutomatic() {
    return envelope.returnPath().isEmpty()
        || findings.loops()
        || parsed.isReport()
        || parsed.isAutomatic();
  }

  /** The bodies without quoted text and signature. */
  record NewPart(@Nullable String text, @Nullable String html) {
    static final NewPart NONE = new NewPart(null, null);

    /** The start of it, on one line. */
    String preview() {
      return text == null ? "" : ParsedMessage.preview(text);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "NewPart[…]";
    }
  }

  /**
   * The stored raw message.
   *
   * @param size bytes
   * @param receiptHash deduplicates repeated deliveries
   */
  record LimitedBody(long size, String receiptHash, String contentKey) {}
}
