package dev.agentmailbox.service.intake;

import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.service.sending.outcome.Originals;
import java.util.Locale;
import java.util.Optional;

/** Finds what a forward path leads to. */
final class Recipients {
  private static final int MAX_CHARACTERS = 254;

  private final MailboxSettings settings;

  Recipients(MailboxSettings settings) {
    this.settings = settings;
  }

  /** Why mail comes to an address. */
  enum Purpose {
    /** To read it. */
    MAIL,
    /** For reports of sends. */
    RETURN_PATH,
    /** To reach the people who run the service (RFC 5321 section 4.5.1, RFC 2142). */
    PEOPLE
  }

  /**
   * Where mail for one recipient goes.
   *
   * @param answer for the SMTP door
   * @param address the inbox it is kept in; with the answer ACCEPTED only
   * @param inbox absent when not accepted, or when the people's inbox is not made yet
   * @param reported whose return path it is
   */
  record Target(
      RecipientAnswer answer,
      Purpose purpose,
      String address,
      Optional<Inbox> inbox,
      Optional<Originals.Found> reported) {
    /** Of two ways to one inbox the ordinary one. */
    static Target ofBoth(Target one, Target other) {
      return one.purpose == Purpose.MAIL ? one : other;
    }

    private static Target refused(RecipientAnswer answer) {
      return new Target(answer, Purpose.MAIL, "", Optional.empty(), Optional.empty());
    }

    private static Target accepted(
        Purpose purpose, Inbox inbox, Optional<Originals.Found> reported) {
      return new Target(
          RecipientAnswer.ACCEPTED, purpose, inbox.address(), Optional.of(inbox), reported);
    }
  }

  /** Whether mail to the address may be a report that has to be read. */
  static boolean isForReports(String recipient) {
    String address = recipient.toLowerCase(Locale.ROOT);
    return ReturnPath.read(address).isPresent() || RoleMailbox.isNamed(address);
  }

  Target find(StoreTransaction tx, String recipient) {
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

  /** A report is heard even for an inbox that takes no mail; then it is not kept. */
  private static Target ofReturnPath(StoreTransaction tx, ReturnPath path) {
    Optional<Originals.Found> reported = Originals.ofPath(tx, path);
    return reported
        .map(Originals.Found::send)
        .flatMap(send -> tx.inboxes().find(send.scope(), send.inboxId()))
        .map(inbox -> Target.accepted(Purpose.RETURN_PATH, inbox, reported))
        .orElse(Target.refused(RecipientAnswer.UNKNOWN));
  }

  private static Target ofPeople(StoreTransaction tx, String address) {
    boolean isYetToBeMade =
        tx.inboxes().route(address).isEmpty() && RoleMailbox.home(tx).isPresent();
    return isYetToBeMade
        ? new Target(
            RecipientAnswer.ACCEPTED, Purpose.PEOPLE, address, Optional.empty(), Optional.empty())
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
