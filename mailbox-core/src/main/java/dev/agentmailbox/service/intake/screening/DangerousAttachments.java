package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;

/** Executable attachments. */
final class DangerousAttachments implements ScreeningStep {
  private static final Findings FOUND = Findings.hold("executable_attachment");

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    return attachments.dangerous() ? FOUND : Findings.NONE;
  }
}
