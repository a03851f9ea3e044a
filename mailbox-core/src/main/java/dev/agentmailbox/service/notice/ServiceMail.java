package dev.agentmailbox.service.notice;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.util.List;
import java.util.Map;

/** A plain text of the service itself to one human. */
final class ServiceMail {
  /** Where the mail comes from at the service's first domain; a name no inbox can have. */
  private static final String LOCAL_PART = "noreply";

  private ServiceMail() {}

  /**
   * Writes the mail.
   *
   * @param about for the log of the transport; nothing secret
   */
  static OutboundMail compose(
      MailboxContext context, String recipient, String subject, String text, String about) {
    String domain = context.settings().domains().get(0);
    String address = LOCAL_PART + "@" + domain;
    MailAddress sender = new MailAddress(context.settings().serviceName(), address);
    OutgoingMessage mail =
        new OutgoingMessage(
            sender,
            sender,
            OutgoingMessage.Recipients.one(MailAddress.bare(recipient)),
            OutgoingMessage.Content.plain(subject, text),
            "<" + lettersOf(context.ids().token()) + "@" + domain + ">",
            context.now(),
            OutgoingMessage.Ancestors.NONE,
            Map.of("Auto-Submitted", "auto-generated"));
    return new OutboundMail(
        address, List.of(recipient), new MimeWriter().compose(mail).raw(), about);
  }

  /** A Message-ID without digits cannot be taken for a code. */
  private static String lettersOf(String token) {
    return token.replaceAll("[0-9]", "z");
  }
}
