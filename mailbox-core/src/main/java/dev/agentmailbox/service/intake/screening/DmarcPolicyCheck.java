package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import dev.agentmailbox.port.SenderAuthentication.Requested;

/** Mail for which the DMARC policy of an author's domain is quarantine or reject (RFC 9989). */
final class DmarcPolicyCheck implements ScreeningStep {
  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    return mail.evidence().requested() != Requested.NOTHING ? Findings.SPAM : Findings.NONE;
  }
}
