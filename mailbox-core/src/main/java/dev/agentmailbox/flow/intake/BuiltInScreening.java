package dev.agentmailbox.flow.intake;

import dev.agentmailbox.mime.ParsedMessage;
import dev.agentmailbox.port.Screening;
import org.jspecify.annotations.Nullable;

/** Marks the test message that every spam filter knows as spam. */
public final class BuiltInScreening implements Screening {
  /** The generic test for unsolicited bulk email; in two pieces, so that this file is none. */
  private static final String GTUBE =
      "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-" + "UBE-TEST-EMAIL*C.34X";

  @Override
  public Findings screen(Mail mail) {
    ParsedMessage message = mail.message();
    boolean spam =
        contains(message.text()) || contains(message.subject()) || contains(message.html());
    return spam ? Findings.SPAM : Findings.NONE;
  }

  private static boolean contains(@Nullable String text) {
    return text != null && text.contains(GTUBE);
  }
}
