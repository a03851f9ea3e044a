package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import dev.agentmailbox.port.SpamEngine;
import dev.agentmailbox.port.SpamEngine.Verdict;

/** Consults the external spam filter; no response is no finding. */
final class SpamEngineCheck implements ScreeningStep {
  private final SpamEngine engine;

  SpamEngineCheck(SpamEngine engine) {
    this.engine = engine;
  }

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    return engine.judge(mail) == Verdict.SPAM ? Findings.SPAM : Findings.NONE;
  }
}
