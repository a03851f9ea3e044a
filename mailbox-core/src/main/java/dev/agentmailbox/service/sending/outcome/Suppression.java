package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Addresses that are not written to again until a human removes them from the list. */
final class Suppression {
  /** A mailbox found full this often within {@link #FULL_WINDOW} is given up. */
  static final int FULL_TIMES = 3;

  static final Duration FULL_WINDOW = Duration.ofDays(14);

  private Suppression() {}

  /** Suppresses an address for a whole organization; a second time changes nothing. */
  static void add(
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

  /**
   * Notes that a mailbox was full.
   *
   * @return true when that makes it too often
   */
  static boolean isFullTooOften(
      StoreTransaction tx, String organizationId, String address, Instant now) {
    String key = "full " + organizationId + ' ' + address.toLowerCase(Locale.ROOT) + ' ';
    for (int time = 1; time < FULL_TIMES; time++) {
      // Each earlier time is a note that expires by itself.
      if (tx.receipts().note(key + time, now, now.plus(FULL_WINDOW))) {
        return false;
      }
    }
    return true;
  }
}
