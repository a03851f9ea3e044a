package dev.agentmailbox.service.sending;

import dev.agentmailbox.mime.html.RenderedMail;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.util.List;
import java.util.Optional;

/**
 * The mail that an approval is about, read from the very bytes that would leave.
 *
 * @param mail what its recipients will see
 */
public record PendingMail(Send send, ParsedMessage mail) {
  /** Who gets a blind copy, which the mail itself does not say. */
  public List<String> blindCopies() {
    return send.recipients().stream()
        .filter(recipient -> recipient.role() == RecipientRole.BCC)
        .map(SendRecipient::address)
        .toList();
  }

  /** The file at that place in the mail. */
  public Optional<ParsedAttachment> file(String partPath) {
    return mail.attachments().stream().filter(f -> f.partPath().equals(partPath)).findFirst();
  }

  /** What to look at before deciding. Made when asked. */
  public RenderedMail rendered() {
    return RenderedMail.of(mail.text(), mail.html());
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "PendingMail[" + send.id() + "]";
  }
}
