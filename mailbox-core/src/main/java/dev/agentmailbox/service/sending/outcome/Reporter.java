package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sender of a report, which determines the recipients it is authorized for. Reports are
 * untrusted, and every recipient of a mail knows its Message-ID. A reporter is authorized by either
 *
 * <ul>
 *   <li>the return path of one recipient, which only the mail for that recipient had, or
 *   <li>an author authenticated by SPF or DKIM that is the recipient or a role address of its
 *       domain. Other authors in the same domain are not authorized, because its addresses may
 *       belong to many people.
 * </ul>
 *
 * @param path return path the report was sent to or quotes
 * @param author the author if authenticated
 */
public record Reporter(Optional<ReturnPath> path, Optional<MailAddress> author) {
  /** Role addresses of a domain (RFC 2142; RFC 6449 section 3.2 for the others). */
  private static final Set<String> ROLES =
      Set.of(
          "mailer-daemon",
          "postmaster",
          "abuse",
          "fbl",
          "feedback",
          "complaints",
          "noreply",
          "no-reply");

  /** Further local parts that providers send the complaints of their feedback loops from. */
  private static final Set<String> LOOPS =
      Set.of("arf", "complaint", "fbl-no-reply", "feedbackloop", "jmrp", "scomp", "staff");

  /**
   * The sender of a report.
   *
   * @param authors its From addresses
   */
  public static Reporter of(Envelope envelope, Evidence evidence, List<MailAddress> authors) {
    boolean shown =
        evidence.checked()
            && evidence.authentication().isAligned()
            && !envelope.authenticatedInProcess()
            && authors.size() == 1;
    return new Reporter(Optional.empty(), shown ? Optional.of(authors.get(0)) : Optional.empty());
  }

  /** With the return path the report quotes. */
  public Reporter with(Optional<ReturnPath> shown) {
    return new Reporter(shown, author);
  }

  boolean speaksFor(Send send, SendRecipient recipient) {
    return path.filter(p -> p.isOf(send, recipient)).isPresent()
        || author.filter(a -> isOf(a, MailAddress.bare(recipient.address()))).isPresent();
  }

  private static boolean isOf(MailAddress author, MailAddress recipient) {
    boolean same = author.key().equals(recipient.key());
    return same || (hasLocalPart(author, ROLES) && author.domain().equals(recipient.domain()));
  }

  private static boolean hasLocalPart(MailAddress author, Set<String> names) {
    String key = author.key();
    return names.contains(key.substring(0, key.lastIndexOf('@')));
  }

  /**
   * Whether it is a configured feedback loop: a role address in its domain, because a provider's
   * users may have addresses there too.
   */
  boolean isFeedbackLoop(MailboxSettings settings) {
    return author
        .filter(a -> settings.isFeedbackSource(a.domain()))
        .filter(a -> hasLocalPart(a, ROLES) || hasLocalPart(a, LOOPS))
        .isPresent();
  }
}
