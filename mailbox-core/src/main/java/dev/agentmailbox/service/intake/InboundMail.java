package dev.agentmailbox.service.intake;

import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.service.sending.outcome.Report;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One received message, parsed and screened, before it is decided for each recipient.
 *
 * @param newPart what is new in a reply
 * @param raw its bytes, as they are kept
 * @param evidence what is known of its author
 * @param report what it says of mail sent earlier
 * @param unreadable what could not be parsed or screened: reasons to hold it in any case
 */
record InboundMail(
    Envelope envelope,
    ParsedMessage parsed,
    NewPart newPart,
    KeptBytes raw,
    SenderAuthentication.Evidence evidence,
    Screening.Findings findings,
    Report report,
    Set<String> unreadable) {
  InboundMail {
    unreadable = Set.copyOf(unreadable);
  }

  /** Made by a machine: auto-reply, list, bulk mail, report, null sender, or a loop. */
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
   * Where the raw message is kept.
   *
   * @param size bytes
   * @param receiptHash recognises the message when it is delivered again
   */
  record KeptBytes(long size, String receiptHash, String contentKey) {}
}
