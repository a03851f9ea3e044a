package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a message that lists show and threads are made from (RFC 5322 section 3.6),
 * decoded. Ids are in angle brackets; addresses are those of all fields of that name together.
 *
 * @param rfcMessageId Message-ID; null when the message has none
 * @param from the authors; well-formed mail has at least one
 * @param references without repeats, oldest first
 */
public record MessageHeaders(
    @Nullable String rfcMessageId,
    List<MailAddress> from,
    List<MailAddress> to,
    List<MailAddress> cc,
    List<MailAddress> bcc,
    @Nullable String subject,
    @Nullable String inReplyTo,
    List<String> references) {
  public MessageHeaders {
    from = List.copyOf(from);
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    references = List.copyOf(references);
  }

  /** The first author; null when the message names none. */
  public @Nullable MailAddress author() {
    return from.isEmpty() ? null : from.get(0);
  }

  /** The same headers with these Bcc recipients, which the mail itself does not name. */
  public MessageHeaders withBcc(List<MailAddress> recipients) {
    return new MessageHeaders(
        rfcMessageId, from, to, cc, recipients, subject, inReplyTo, references);
  }

  /** Nothing but the addresses, without their display names. */
  public MessageHeaders bareAddresses() {
    return new MessageHeaders(
        null, bare(from), bare(to), bare(cc), bare(bcc), null, null, List.of());
  }

  private static List<MailAddress> bare(List<MailAddress> named) {
    return named.stream().map(mailbox -> MailAddress.bare(mailbox.address())).toList();
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "MessageHeaders[…]";
  }
}
