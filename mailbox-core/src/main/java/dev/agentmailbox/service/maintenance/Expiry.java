package dev.agentmailbox.service.maintenance;

import static dev.agentmailbox.port.account.AccountTables.WAITLIST;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_EXPIRY;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_ENTRIES;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_EXPIRY;
import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static dev.agentmailbox.port.event.EventTables.DELIVERIES_BY_AGE;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToIntFunction;

/**
 * Deletes expired rows: idempotency keys, receipts, webhook deliveries, directed codes, unassigned
 * waitlist entries, and live connections of dead processes. Thread safe.
 */
public final class Expiry implements MaintenanceTask {
  /** Retention of webhook deliveries. */
  public static final Duration DELIVERIES_KEPT = Duration.ofDays(30);

  /** Retention of directed codes after expiry. */
  public static final Duration DIRECTED_CODES_KEPT = Duration.ofDays(30);

  /** How long entries of audit trails are kept. */
  public static final Duration AUDIT_KEPT = Duration.ofDays(400);

  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final int BATCH = 500;

  /** Most batches per kind and run. */
  private static final int MAX_BATCHES = 20;

  private final MailboxContext context;
  private final TaskInterval pace = new TaskInterval(PERIOD);

  public Expiry(MailboxContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "expiry";
  }

  @Override
  public int run() {
    Instant now = context.now();
    if (!pace.isTime(now)) {
      return 0;
    }
    return remove(tx -> tx.idempotency().removeExpired(now, BATCH))
        + remove(tx -> tx.receipts().removeExpired(now, BATCH))
        + remove(
            tx ->
                tx.table(DELIVERIES)
                    .removeDue(DELIVERIES_BY_AGE, now.minus(DELIVERIES_KEPT).minusMillis(1), BATCH))
        + remove(tx -> tx.table(WAITLIST).removeDue(WAITLIST_EXPIRY, now, BATCH))
        + remove(tx -> tx.directedCodes().removeExpired(now.minus(DIRECTED_CODES_KEPT), BATCH))
        + remove(
            tx -> tx.table(AUDIT_ENTRIES).removeDue(AUDIT_EXPIRY, now.minus(AUDIT_KEPT), BATCH))
        + remove(tx -> tx.connectionLeases().removeLost(now));
  }

  private int remove(ToIntFunction<StoreTransaction> some) {
    int removed = 0;
    for (int i = 0; i < MAX_BATCHES; i++) {
      int batch = context.write(some::applyAsInt);
      removed += batch;
      if (batch < BATCH) {
        return removed;
      }
    }
    pace.again();
    return removed;
  }
}
