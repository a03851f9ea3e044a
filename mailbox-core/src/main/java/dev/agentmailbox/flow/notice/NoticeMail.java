package dev.agentmailbox.flow.notice;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Approval;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Words the mail to a human who may decide: which inbox, how many recipients, and where to decide.
 * Nothing of the mail itself. Thread safe.
 */
final class NoticeMail {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final MailboxContext context;
  private final String appUrl;

  NoticeMail(MailboxContext context, String appUrl) {
    this.context = context;
    this.appUrl = appUrl;
  }

  /** What the mail says. */
  record Facts(Approval approval, int recipients) {}

  OutboundMail compose(String recipient, Facts facts) {
    Approval approval = facts.approval();
    return ServiceMail.compose(
        context,
        recipient,
        "A mail of " + approval.inboxId() + " waits for your decision",
        text(facts),
        approval.id());
  }

  private String text(Facts facts) {
    Approval approval = facts.approval();
    String count = facts.recipients() == 1 ? "one recipient" : facts.recipients() + " recipients";
    return """
    The inbox %s asks to send a mail to %s.
    It leaves only when you or another approver lets it:

    %s/approvals/%s

    Without a decision it is rejected on %s.
    """
        .formatted(
            approval.inboxId(), count, appUrl, approval.id(), DAY.format(approval.expiresAt()));
  }
}
