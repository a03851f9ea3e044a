package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sender of a report, and the recipients it can speak for. Everything a report says was written
 * by a stranger, and every recipient of a mail knows its Message-ID; what a reporter can show is
 *
 * <ul>
 *   <li>the return path of one recipient, which only the mail for that recipient had;
 *   <li>that the report comes from the recipient, or from the people who run its domain, by an
 *       author that SPF or DKIM passed for. Of a domain that many people have addresses in, any
 *       other author is a stranger like the rest.
 * </ul>
 *
 * @param path the return path it came to or shows
 * @param author the author, when authenticated
 */
public record Reporter(Optional<ReturnPath> path, Optional<MailAddress> author) {
  /**
   * Names that people of a domain are not given (RFC 2142; RFC 6449 section 3.2 for the others).
   */
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

  /**
   * Labels that distinguish reporting domains, so that nobody has more of them than they register.
   */
  private static final int SOURCE_LABELS = 2;

  /**
   * The reporter behind a message.
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

  /** The same reporter, who has shown a return path. */
  public Reporter with(Optional<ReturnPath> shown) {
    return new Reporter(shown, author);
  }

  boolean speaksFor(Send send, SendRecipient recipient) {
    return path.filter(p -> p.isOf(send, recipient)).isPresent()
        || author.filter(a -> isOf(a, MailAddress.bare(recipient.address()))).isPresent();
  }

  private static boolean isOf(MailAddress author, MailAddress recipient) {
    boolean same = author.key().equals(recipient.key());
    String key = author.key();
    boolean role = ROLES.contains(key.substring(0, key.lastIndexOf('@')));
    return same || (role && author.domain().equals(recipient.domain()));
  }

  /** The domain that was authenticated. */
  Optional<String> domain() {
    return author.map(MailAddress::domain);
  }

  /**
   * The name a reporting domain is counted by: its last two labels. Who has one domain has as many
   * below it as they like.
   */
  static String source(String domain) {
    int at = domain.length();
    for (int label = 0; label < SOURCE_LABELS && at > 0; label++) {
      at = domain.lastIndexOf('.', at - 1);
    }
    return domain.substring(at + 1);
  }
}
