package dev.agentmailbox.service.notice;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.util.List;
import java.util.Map;

/** Composes a plain text mail from the service to one human. */
final class ServiceMail {
  /** Local part of the sender at the service's first domain; not available as a username. */
  private static final String LOCAL_PART = "noreply";

  private ServiceMail() {}

  /**
   * Composes the mail.
   *
   * @param about identifier for the transport's log; not secret
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

  /** Letters only, so that a Message-ID cannot be mistaken for a code. */
  private static String lettersOf(String token) {
    return token.replaceAll("[0-9]", "z");
  }
}
