package dev.agentmailbox.flow.notice;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.MimeWriter;
import dev.agentmailbox.mime.OutgoingMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Approval;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Words the mail to a human who may decide: which inbox, how many recipients, and where to decide.
 * Nothing of the mail itself. Thread safe.
 */
final class NoticeMail {
  /** Where the mail comes from at the service's first domain; a name no inbox can have. */
  private static final String LOCAL_PART = "noreply";

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final MailboxContext context;
  private final String appUrl;
  private final MimeWriter writer = new MimeWriter();

  NoticeMail(MailboxContext context, String appUrl) {
    this.context = context;
    this.appUrl = appUrl;
  }

  /** What the mail says. */
  record Facts(Approval approval, int recipients) {}

  OutboundMail compose(String recipient, Facts facts) {
    String domain = context.settings().domains().get(0);
    String address = LOCAL_PART + "@" + domain;
    MailAddress sender = new MailAddress(context.settings().serviceName(), address);
    Approval approval = facts.approval();
    OutgoingMessage message =
        new OutgoingMessage(
            sender,
            sender,
            List.of(MailAddress.bare(recipient)),
            List.of(),
            List.of(),
            "A mail of " + approval.inboxId() + " waits for your decision",
            text(facts),
            null,
            List.of(),
            "<" + context.ids().token() + "@" + domain + ">",
            context.now(),
            null,
            List.of(),
            Map.of("Auto-Submitted", "auto-generated"));
    return new OutboundMail(
        address, List.of(recipient), writer.compose(message).raw(), approval.id());
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
