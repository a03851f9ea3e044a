package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;

/**
 * Mail that loops between servers. It is stored, but counts as automatic: it does not wake an agent
 * and cannot be answered.
 */
final class MailLoop implements ScreeningStep {
  /** Most Received fields. RFC 5321 section 6.3 suggests a limit of at least 100; 5 are usual. */
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
