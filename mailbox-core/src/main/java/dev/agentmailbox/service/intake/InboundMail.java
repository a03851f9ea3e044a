package dev.agentmailbox.service.intake;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.service.message.MessageFiling.Filed;
import dev.agentmailbox.service.sending.outcome.Report;
import java.util.Set;

/**
 * An inbound message, parsed and screened, before the decision for each recipient.
 *
 * @param filed its bodies, with the new part of a reply, and words
 * @param raw where its bytes are stored
 * @param evidence result of sender authentication
 * @param report bounce or complaint it contains
 * @param unreadable hold reasons because it could not be parsed or screened
 */
record InboundMail(
    Envelope envelope,
    ParsedMessage parsed,
    Filed filed,
    Stored raw,
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

  /** The start of the new part, on one line. */
  String preview() {
    String text = filed.body().extractedText();
    return text == null ? "" : Texts.preview(text);
  }

  /**
   * The stored raw message.
   *
   * @param size bytes
   * @param receiptHash deduplicates repeated deliveries
   */
  record Stored(long size, String receiptHash, String contentKey) {}
}
