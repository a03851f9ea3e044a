package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoded header fields used by lists and threading (RFC 5322 section 3.6). Ids are in angle
 * brackets; addresses are collected from all fields of the same name.
 *
 * @param rfcMessageId Message-ID; null when the message has none
 * @param from the authors; empty only in malformed mail
 * @param references without duplicates, oldest first
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

  /** With Bcc recipients, which the mail itself does not contain. */
  public MessageHeaders withBcc(List<MailAddress> recipients) {
    return new MessageHeaders(
        rfcMessageId, from, to, cc, recipients, subject, inReplyTo, references);
  }

  /** Only the addresses, without display names. */
  public MessageHeaders bareAddresses() {
    return new MessageHeaders(
        null, bare(from), bare(to), bare(cc), bare(bcc), null, null, List.of());
  }

  private static List<MailAddress> bare(List<MailAddress> named) {
    return named.stream().map(mailbox -> MailAddress.bare(mailbox.address())).toList();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "MessageHeaders[…]";
  }
}
