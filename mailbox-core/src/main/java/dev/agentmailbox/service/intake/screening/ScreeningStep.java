package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;

/** One look at a message. Thread safe; bounded in time and memory by itself. */
interface ScreeningStep {
  /**
   * What it finds.
   *
   * @param attachments what is in them, looked at once for all steps
   */
  Findings look(Mail mail, AttachmentReport attachments);
}
