package dev.agentmailbox.service.notice;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Composes a plain text mail from the service to one human. */
final class ServiceMail {
  /** Local part of the sender at the service's first domain; not available as a username. */
  private static final String LOCAL_PART = "noreply";

  private ServiceMail() {}

  /**
   * What a mail says.
   *
   * @param conversation what mail clients show it under together with others; null for none
   */
  record Words(String subject, String text, @Nullable String conversation) {}

  /** Composes a mail that stands alone. */
  static OutboundMail compose(
      MailboxContext context, String recipient, String subject, String text, String about) {
    return compose(context, recipient, new Words(subject, text, null), about);
  }

  /**
   * Composes the mail.
   *
   * @param about identifier for the transport's log; not secret
   */
  static OutboundMail compose(MailboxContext context, String recipient, Words words, String about) {
    String domain = context.settings().domains().get(0);
    String address = LOCAL_PART + "@" + domain;
    MailAddress sender = new MailAddress(context.settings().serviceName(), address);
    OutgoingMessage mail =
        new OutgoingMessage(
            sender,
            sender,
            OutgoingMessage.Recipients.one(MailAddress.bare(recipient)),
            OutgoingMessage.Content.plain(words.subject(), words.text()),
            "<" + lettersOf(context.ids().token()) + "@" + domain + ">",
            context.now(),
            ancestors(words.conversation(), domain),
            Map.of("Auto-Submitted", "auto-generated"));
    return new OutboundMail(
        address, List.of(recipient), RawMessage.of(new MimeWriter(mail).compose()), about);
  }

  private static OutgoingMessage.Ancestors ancestors(@Nullable String conversation, String domain) {
    return conversation == null
        ? OutgoingMessage.Ancestors.NONE
        : new OutgoingMessage.Ancestors(null, List.of("<" + conversation + "@" + domain + ">"));
  }

  /** Letters only, so that a Message-ID cannot be mistaken for a code. */
  private static String lettersOf(String token) {
    return token.replaceAll("[0-9]", "z");
  }
}
