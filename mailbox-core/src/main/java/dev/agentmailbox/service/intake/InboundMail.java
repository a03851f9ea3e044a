package dev.agentmailbox.service.intake;

import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.service.sending.outcome.Report;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One message at the door, parsed and looked at, before it is decided for each recipient.
 *
 * @param contentKey where its bytes are kept
 * @param receiptHash recognises it when it is delivered again
 * @param automatic made by a machine: auto-reply, list, bulk mail, report, null sender, or a loop
 * @param report what it says of mail sent earlier
 * @param sender what is known of who sent it
 * @param unreadable what could not be parsed or screened: reasons to hold it in any case
 */
record InboundMail(
    Envelope envelope,
    ParsedMessage parsed,
    @Nullable String extractedText,
    @Nullable String extractedHtml,
    long size,
    String contentKey,
    String receiptHash,
    boolean automatic,
    SenderAuthentication.Evidence sender,
    Screening.Findings findings,
    Report report,
    Set<String> unreadable) {
  InboundMail {
    unreadable = Set.copyOf(unreadable);
  }

  /** The start of what is new, on one line. */
  String preview() {
    return extractedText == null ? "" : ParsedMessage.preview(extractedText);
  }
}
