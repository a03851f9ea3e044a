package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import dev.agentmailbox.port.SpamEngine.Verdict;
import java.util.List;

/**
 * Runs the screening steps in order. Spam ends it: such mail is labelled and never held. Otherwise
 * the findings of all steps are combined, and the policy of each inbox selects the hold reasons. A
 * step that fails throws, and the message is held. Block and allow lists are applied later, per
 * inbox. Thread safe.
 */
public final class ScreeningOrder implements Screening {
  /** Most Received fields. RFC 5321 section 6.3 suggests a limit of at least 100; 5 are usual. */
  private static final int MAX_HOPS = 50;

  private static final Findings EXECUTABLE = Findings.hold("executable_attachment");
  private static final Findings UNREADABLE = Findings.hold(Policy.UNREADABLE);

  private final List<ScreeningStep> steps;
  private final AttachmentScan scan = new AttachmentScan(new MimeReader());

  private ScreeningOrder(List<ScreeningStep> steps) {
    this.steps = steps;
  }

  /** All steps of this service. */
  public static ScreeningOrder of(ScreeningConfig around) {
    return new ScreeningOrder(
        List.of(
            (mail, attachments) -> loop(mail),
            new SpamMarks(around.upstream()),
            (mail, attachments) -> spam(isRefusedByAuthor(mail)),
            new ForgedOwnDomain(around.ownDomains()),
            (mail, attachments) -> spam(around.engine().judge(mail) == Verdict.SPAM),
            (mail, attachments) -> dangerous(attachments),
            new ModelInstructions(around.detector())));
  }

  @Override
  public Findings screen(Mail mail) {
    AttachmentReport attachments = scan.look(mail);
    Findings all = Findings.NONE.with(attachments.text());
    for (ScreeningStep step : steps) {
      all = all.and(step.look(mail, attachments));
      if (all.spam()) {
        return all;
      }
    }
    return all;
  }

  private static Findings spam(boolean found) {
    return found ? Findings.SPAM : Findings.NONE;
  }

  /**
   * Mail that loops between servers. It is stored, but counts as automatic: it does not wake an
   * agent and cannot be answered.
   */
  private static Findings loop(Mail mail) {
    long hops =
        mail.message().fields().stream()
            .filter(field -> field.name().equalsIgnoreCase("Received"))
            .count();
    return hops > MAX_HOPS ? Findings.LOOP : Findings.NONE;
  }

  /** Whether the DMARC policy of an author's domain is quarantine or reject (RFC 9989). */
  private static boolean isRefusedByAuthor(Mail mail) {
    return mail.evidence().requested() != Requested.NOTHING;
  }

  /** Executable attachments, and attached messages that cannot be read. */
  private static Findings dangerous(AttachmentReport attachments) {
    Findings executable = attachments.dangerous() ? EXECUTABLE : Findings.NONE;
    return attachments.unreadable() ? executable.and(UNREADABLE) : executable;
  }
}
