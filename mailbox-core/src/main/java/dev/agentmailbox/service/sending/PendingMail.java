package dev.agentmailbox.service.sending;

import dev.agentmailbox.mime.html.RenderedMail;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.util.List;
import java.util.Optional;

/**
 * The mail of an approval, parsed from the bytes that would be sent.
 *
 * @param mail as its recipients will see it
 * @param dictated recipients and links that only strangers' mail names
 */
public record PendingMail(Send send, ParsedMessage mail, List<Dictation> dictated) {
  public PendingMail {
    dictated = List.copyOf(dictated);
  }

  /** Bcc recipients, which the mail itself does not contain. */
  public List<String> blindCopies() {
    return send.recipients().stream()
        .filter(recipient -> recipient.role() == RecipientRole.BCC)
        .map(SendRecipient::address)
        .toList();
  }

  /** Finds an attachment by MIME part path. */
  public Optional<ParsedAttachment> file(String partPath) {
    return mail.attachments().stream().filter(f -> f.partPath().equals(partPath)).findFirst();
  }

  /** Rendering for a human reviewer; computed on each call. */
  public RenderedMail rendered() {
    return RenderedMail.of(mail.text(), mail.html());
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "PendingMail[" + send.id() + "]";
  }
}
