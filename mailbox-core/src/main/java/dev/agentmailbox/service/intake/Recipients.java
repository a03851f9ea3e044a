package dev.agentmailbox.service.intake;

import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.service.sending.outcome.Originals;
import java.util.Locale;
import java.util.Optional;

/** Resolves forward paths. */
final class Recipients {
  private static final int MAX_CHARACTERS = 254;

  private final MailboxSettings settings;

  Recipients(MailboxSettings settings) {
    this.settings = settings;
  }

  /** Purpose of an address. */
  enum Purpose {
    /** Ordinary mail to an inbox. */
    MAIL,
    /** Reports about sends. */
    RETURN_PATH,
    /** Mail to the postmaster (RFC 5321 section 4.5.1, RFC 2142). */
    PEOPLE
  }

  /**
   * Destination of one recipient.
   *
   * @param answer for the SMTP listener
   * @param organizationId of the inbox; set only when ACCEPTED
   * @param address inbox that stores the mail; set only when ACCEPTED
   * @param inbox null when not accepted, or when the postmaster inbox does not exist yet
   * @param reported send whose return path it is
   */
  record Target(
      RecipientAnswer answer,
      Purpose purpose,
      String organizationId,
      String address,
      Optional<Inbox> inbox,
      Optional<Originals.Found> reported) {
    /** If two recipients resolve to one inbox, the ordinary one wins. */
    static Target ofBoth(Target one, Target other) {
      return one.purpose == Purpose.MAIL ? one : other;
    }

    private static Target refused(RecipientAnswer answer) {
      return new Target(answer, Purpose.MAIL, "", "", Optional.empty(), Optional.empty());
    }

    private static Target accepted(
        Purpose purpose, Inbox inbox, Optional<Originals.Found> reported) {
      return new Target(
          RecipientAnswer.ACCEPTED,
          purpose,
          inbox.organizationId(),
          inbox.address(),
          Optional.of(inbox),
          reported);
    }
  }

  /** Whether mail to the address may be a report. */
  static boolean isForReports(String recipient) {
    return ReturnPath.read(recipient).isPresent() || isForPeople(recipient);
  }

  /** Whether the address is a role address. */
  static boolean isForPeople(String recipient) {
    return RoleMailbox.isNamed(recipient.toLowerCase(Locale.ROOT));
  }

  Target find(StoreTransaction tx, String recipient) {
    Target known = known(tx, recipient);
    String catchAll = settings.catchAll();
    return catchAll == null || known.answer() != RecipientAnswer.UNKNOWN
        ? known
        : ofInbox(tx, Purpose.MAIL, catchAll);
  }

  private Target known(StoreTransaction tx, String recipient) {
    String address = recipient.toLowerCase(Locale.ROOT);
    int at = address.lastIndexOf('@');
    if (at <= 0
        || address.length() > MAX_CHARACTERS
        || !settings.isOurs(address.substring(at + 1))) {
      return Target.refused(RecipientAnswer.UNKNOWN);
    }
    Optional<ReturnPath> path = ReturnPath.read(address);
    if (path.isPresent()) {
      return ofReturnPath(tx, path.get());
    }
    return RoleMailbox.isNamed(address)
        ? ofPeople(tx, RoleMailbox.address(address.substring(at + 1)))
        : ofInbox(tx, Purpose.MAIL, MailAddress.withoutTag(address));
  }

  /** A report is processed even for an inbox that does not receive mail; then it is not stored. */
  private static Target ofReturnPath(StoreTransaction tx, ReturnPath path) {
    Optional<Originals.Found> reported = Originals.ofPath(tx, path);
    return reported
        .map(Originals.Found::send)
        .flatMap(send -> tx.inboxes().find(send.scope(), send.inboxId()))
        .map(inbox -> Target.accepted(Purpose.RETURN_PATH, inbox, reported))
        .orElse(Target.refused(RecipientAnswer.UNKNOWN));
  }

  private static Target ofPeople(StoreTransaction tx, String address) {
    boolean isYetToBeMade = !tx.inboxes().isTaken(address) && RoleMailbox.home(tx).isPresent();
    return isYetToBeMade
        ? new Target(
            RecipientAnswer.ACCEPTED,
            Purpose.PEOPLE,
            Postmaster.ORGANIZATION_ID,
            address,
            Optional.empty(),
            Optional.empty())
        : ofInbox(tx, Purpose.PEOPLE, address);
  }

  private static Target ofInbox(StoreTransaction tx, Purpose purpose, String address) {
    Optional<Inbox> inbox = tx.inboxes().findRouted(address);
    if (inbox.isEmpty()) {
      return Target.refused(RecipientAnswer.UNKNOWN);
    }
    if (!inbox.get().receives()) {
      return Target.refused(RecipientAnswer.NOT_RECEIVING);
    }
    return isFull(inbox.get())
        ? Target.refused(RecipientAnswer.FULL)
        : Target.accepted(purpose, inbox.get(), Optional.empty());
  }

  static boolean isFull(Inbox inbox) {
    return inbox.storedBytes() >= Inbox.MAX_STORED_BYTES;
  }
}
