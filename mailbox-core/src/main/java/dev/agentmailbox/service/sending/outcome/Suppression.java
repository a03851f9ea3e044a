package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Suppressions, which stop mail to an address until a human removes them. */
final class Suppression {
  /** Full-mailbox bounces within {@link #FULL_WINDOW} after which an address is suppressed. */
  static final int FULL_TIMES = 3;

  static final Duration FULL_WINDOW = Duration.ofDays(14);

  private Suppression() {}

  /** Suppresses an address for an organization; idempotent. */
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
   * Records a full-mailbox bounce.
   *
   * @return whether {@link #FULL_TIMES} is reached
   */
  static boolean isFullTooOften(
      StoreTransaction tx, String organizationId, String address, Instant now) {
    String key = "full " + organizationId + ' ' + address.toLowerCase(Locale.ROOT) + ' ';
    for (int time = 1; time < FULL_TIMES; time++) {
      // Each bounce is a receipt that expires.
      if (tx.receipts().note(organizationId, key + time, now, now.plus(FULL_WINDOW))) {
        return false;
      }
    }
    return true;
  }
}
