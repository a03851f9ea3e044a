package dev.agentmailbox.flow.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.Locale;

/** Addresses that are not written to again until a human removes them from the list. */
public final class Suppression {
  private static final String BAD_ADDRESS = "5.1.";
  private static final String MAILBOX_DISABLED = "5.2.1";

  private Suppression() {}

  /** Whether a permanent refusal with this enhanced status code speaks of the address itself. */
  public static boolean isCalledFor(String enhancedStatus) {
    return enhancedStatus.startsWith(BAD_ADDRESS) || enhancedStatus.equals(MAILBOX_DISABLED);
  }

  static boolean isCalledFor(Outcome outcome) {
    Reply reply = outcome.reply();
    return outcome.kind() == Kind.RECIPIENT_REFUSED
        && reply != null
        && reply.enhanced() != null
        && isCalledFor(reply.enhanced());
  }

  /** Suppresses an address for a whole organization; a second time changes nothing. */
  public static void add(
      StoreTransaction tx, String organizationId, String address, String reason, Instant now) {
    tx.lists()
        .insert(
            new ListEntry(
                address.toLowerCase(Locale.ROOT),
                ListEntry.Direction.SEND,
                ListEntry.Type.BLOCK,
                Scope.organization(organizationId),
                reason,
                true,
                now));
  }
}
