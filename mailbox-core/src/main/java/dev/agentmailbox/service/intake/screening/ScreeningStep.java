package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;

/** One screening step. Implementations are thread safe and bounded in time and memory. */
interface ScreeningStep {
  /**
   * Checks a message.
   *
   * @param attachments scan result shared by all steps
   */
  Findings look(Mail mail, AttachmentReport attachments);
}
