package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Mail marked as spam: the GTUBE test string, and the header of a trusted relay. */
final class SpamMarks implements ScreeningStep {
  /** The GTUBE string, split so that this file does not contain it. */
  private static final String GTUBE =
      "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-" + "UBE-TEST-EMAIL*C.34X";

  private final TrustedUpstream upstream;

  SpamMarks(TrustedUpstream upstream) {
    this.upstream = upstream;
  }

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    ParsedMessage message = mail.message();
    boolean test =
        contains(message.text())
            || contains(message.headers().subject())
            || contains(message.html());
    return test || isMarked(mail) ? Findings.SPAM : Findings.NONE;
  }

  private static boolean contains(@Nullable String text) {
    return text != null && text.contains(GTUBE);
  }

  /** The field is trusted only from an upstream relay. */
  private boolean isMarked(Mail mail) {
    String client = mail.envelope().remoteAddress();
    return client != null
        && upstream.includes(client)
        && mail.message()
            .header("X-Spam-Flag")
            .map(value -> value.strip().toLowerCase(Locale.ROOT).equals("yes"))
            .orElse(false);
  }
}
