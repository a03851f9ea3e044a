package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a message that is read and written as a whole and never searched by.
 *
 * @param holdReasons null in rows of servers that did not keep them
 */
record MessageDetails(
    @Nullable String rfcMessageId,
    @Nullable MailAddress from,
    List<MailAddress> to,
    List<MailAddress> cc,
    List<MailAddress> bcc,
    @Nullable String subject,
    @Nullable String preview,
    List<Attachment> attachments,
    @Nullable String inReplyTo,
    List<String> references,
    @Nullable List<String> holdReasons,
    Authentication authentication,
    String envelopeSender) {
  static MessageDetails of(Message message) {
    return new MessageDetails(
        message.rfcMessageId(),
        message.from(),
        message.to(),
        message.cc(),
        message.bcc(),
        message.subject(),
        message.preview(),
        message.attachments(),
        message.inReplyTo(),
        message.references(),
        message.holdReasons(),
        message.authentication(),
        message.envelopeSender());
  }
}
