package dev.agentmailbox.service.notice;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Notice;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Composes the mail to an approver: inbox, number of recipients, and a link. Contains nothing of
 * the mail itself. Thread safe.
 */
final class ApprovalMail {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final MailboxContext context;
  private final String appUrl;

  ApprovalMail(MailboxContext context, String appUrl) {
    this.context = context;
    this.appUrl = appUrl;
  }

  /** Empty when the notice is not about an approval, or the approval is no longer pending. */
  Optional<OutboundMail> of(StoreTransaction tx, Notice notice) {
    Scope organization = Scope.organization(notice.organizationId());
    return tx.approvals()
        .find(organization, notice.about())
        .filter(approval -> approval.status() == Approval.Status.PENDING)
        .flatMap(
            approval ->
                tx.sends()
                    .find(organization, approval.sendId())
                    .map(send -> compose(notice.address(), approval, send.recipients().size())));
  }

  private OutboundMail compose(String recipient, Approval approval, int recipients) {
    return ServiceMail.compose(
        context,
        recipient,
        "A mail of " + approval.inboxId() + " waits for your decision",
        text(approval, recipients),
        approval.id());
  }

  private String text(Approval approval, int recipients) {
    String count = recipients == 1 ? "one recipient" : recipients + " recipients";
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
