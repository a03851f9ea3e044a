package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.port.SenderAuthentication.Requested;

/** Mail for which the DMARC policy of the author's domain is quarantine or reject (RFC 9989). */
final class DmarcPolicyCheck implements ScreeningStep {
  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    Evidence evidence = mail.evidence();
    boolean disowned =
        evidence.authentication().dmarc().equals("fail")
            && evidence.requested() != Requested.NOTHING;
    return disowned ? Findings.SPAM : Findings.NONE;
  }
}
