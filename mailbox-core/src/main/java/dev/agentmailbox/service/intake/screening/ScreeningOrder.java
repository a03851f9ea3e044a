package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.port.Screening;
import java.util.List;

/**
 * Runs the screening steps in order. Spam ends it: such mail is labelled and never held. Otherwise
 * the findings of all steps are combined, and the policy of each inbox selects the hold reasons. A
 * step that fails throws, and the message is held. Block and allow lists are applied later, per
 * inbox. Thread safe.
 */
public final class ScreeningOrder implements Screening {
  private final List<ScreeningStep> steps;
  private final AttachmentScan scan = new AttachmentScan(new MimeReader());

  private ScreeningOrder(List<ScreeningStep> steps) {
    this.steps = steps;
  }

  /** All steps of this service. */
  public static ScreeningOrder of(ScreeningConfig around) {
    return new ScreeningOrder(
        List.of(
            new MailLoop(),
            new SpamMarks(around.upstream()),
            new DmarcPolicyCheck(),
            new ForgedOwnDomain(around.ownDomains()),
            new SpamEngineCheck(around.engine()),
            new DangerousAttachments(),
            new ModelInstructions()));
  }

  @Override
  public Findings screen(Mail mail) {
    AttachmentReport attachments = scan.look(mail);
    Findings all = Findings.NONE;
    for (ScreeningStep step : steps) {
      all = all.and(step.look(mail, attachments));
      if (all.spam()) {
        return all;
      }
    }
    return all;
  }
}
