package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;

/** Executable attachments, and attached messages that cannot be read. */
final class DangerousAttachments implements ScreeningStep {
  private static final Findings FOUND = Findings.hold("executable_attachment");
  private static final Findings UNREADABLE = Findings.hold(Policy.UNREADABLE);

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    Findings executable = attachments.dangerous() ? FOUND : Findings.NONE;
    return attachments.unreadable() ? executable.and(UNREADABLE) : executable;
  }
}
