package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import java.util.Collection;
import java.util.Set;

/**
 * Mail from outside that claims a domain of this service, whose own mail is signed. A DNS failure
 * proves nothing.
 */
final class ForgedOwnDomain implements ScreeningStep {
  private final Set<String> own;

  /**
   * Creates the check.
   *
   * @param own domains in lower case
   */
  ForgedOwnDomain(Collection<String> own) {
    this.own = Set.copyOf(own);
  }

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    Evidence evidence = mail.evidence();
    boolean proved =
        evidence.trustsAuthor() || evidence.authentication().dmarc().equals("temperror");
    boolean claimed = mail.message().authorDomains().stream().anyMatch(own::contains);
    return claimed && !proved ? Findings.SPAM : Findings.NONE;
  }
}
