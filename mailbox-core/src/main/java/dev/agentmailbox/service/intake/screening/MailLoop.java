package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;

/**
 * Mail that goes round in circles between servers. It is stored like other mail, but counts as made
 * by a machine: it wakes no agent, and no answer to it is let out.
 */
final class MailLoop implements ScreeningStep {
  /** Servers on the way. RFC 5321 section 6.3 lets servers give up at 100; usual are 5. */
  private static final int MAX_HOPS = 50;

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    long hops =
        mail.message().fields().stream()
            .filter(field -> field.name().equalsIgnoreCase("Received"))
            .count();
    return hops > MAX_HOPS ? Findings.LOOP : Findings.NONE;
  }
}
