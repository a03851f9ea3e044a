package dev.agentmailbox.service.work;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static dev.agentmailbox.port.event.EventTables.DELIVERIES_PENDING;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVAL_EXPIRY;

import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.sending.SendQueue;

/**
 * Numbers of what waits in a store, in all organizations and for all processes that share it.
 *
 * @param sends the outbox queue
 * @param approvals pending approvals
 * @param deliveries pending webhook deliveries
 */
public record QueueDepths(SendQueue sends, long approvals, long deliveries) {
  /** Of a store without anything. */
  public static final QueueDepths NONE = new QueueDepths(new SendQueue(0, 0, 0), 0, 0);

  /** Counts; the cost grows with what waits, not with what is stored. */
  public static QueueDepths of(MailboxStore store) {
    return store.look(
        tx ->
            new QueueDepths(
                tx.sends().queue(),
                tx.table(APPROVALS).count(APPROVAL_EXPIRY),
                tx.table(DELIVERIES).count(DELIVERIES_PENDING)));
  }
}
