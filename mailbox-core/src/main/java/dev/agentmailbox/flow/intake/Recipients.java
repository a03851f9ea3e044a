package dev.agentmailbox.flow.intake;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.AddressEntry;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import java.util.Locale;
import java.util.Optional;

/** Finds the inbox a forward path leads to. */
final class Recipients {
  /** Local part of return paths; the token behind the plus names the send. */
  private static final String RETURN_PATH = "bounce+";

  private static final int MAX_CHARACTERS = 254;

  private final MailboxSettings settings;

  Recipients(MailboxSettings settings) {
    this.settings = settings;
  }

  /**
   * Where mail for one recipient goes.
   *
   * @param answer for the SMTP door
   * @param inbox present when the answer is ACCEPTED
   * @param report true when the address is the return path of a send
   */
  record Target(RecipientAnswer answer, Optional<Inbox> inbox, boolean report) {
    private static final Target UNKNOWN =
        new Target(RecipientAnswer.UNKNOWN, Optional.empty(), false);
  }

  Target find(StoreTransaction tx, String recipient) {
    String address = recipient.toLowerCase(Locale.ROOT);
    int at = address.lastIndexOf('@');
    if (at <= 0
        || address.length() > MAX_CHARACTERS
        || !settings.isOurs(address.substring(at + 1))) {
      return Target.UNKNOWN;
    }
    if (address.startsWith(RETURN_PATH)) {
      return tx.sends()
          .findByEnvelopeSender(address)
          .flatMap(send -> tx.inboxes().find(scopeOf(send), send.inboxId()))
          .map(inbox -> new Target(RecipientAnswer.ACCEPTED, Optional.of(inbox), true))
          .orElse(Target.UNKNOWN);
    }
    return ofInbox(tx, withoutTag(address, at));
  }

  private static Target ofInbox(StoreTransaction tx, String address) {
    Optional<Inbox> inbox =
        tx.inboxes()
            .route(address)
            .filter(entry -> !entry.retired())
            .flatMap(entry -> tx.inboxes().find(scopeOf(entry), address));
    if (inbox.isEmpty()) {
      return Target.UNKNOWN;
    }
    if (!inbox.get().receives()) {
      return new Target(RecipientAnswer.NOT_RECEIVING, Optional.empty(), false);
    }
    if (inbox.get().storedBytes() >= Inbox.MAX_STORED_BYTES) {
      return new Target(RecipientAnswer.FULL, Optional.empty(), false);
    }
    return new Target(RecipientAnswer.ACCEPTED, inbox, false);
  }

  private static String withoutTag(String address, int at) {
    int plus = address.indexOf('+');
    return plus > 0 && plus < at ? address.substring(0, plus) + address.substring(at) : address;
  }

  private static Scope scopeOf(AddressEntry entry) {
    return Scope.inbox(entry.organizationId(), entry.podId(), entry.address());
  }

  private static Scope scopeOf(Send send) {
    return Scope.inbox(send.organizationId(), send.podId(), send.inboxId());
  }
}
