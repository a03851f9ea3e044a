package dev.agentmailbox.service.webhook.dispatch;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.webhook.Delivery;
import java.util.List;

/** Ends the pending attempts of a disabled endpoint in batches. Thread safe. */
public final class PendingDeliveryCanceller {
  private static final int BATCH = 500;

  private final MailboxContext context;

  public PendingDeliveryCanceller(MailboxContext context) {
    this.context = context;
  }

  /** Ends all of them. */
  public void run(String organizationId, String webhookId) {
    int ended;
    do {
      ended = context.write(tx -> endSome(tx, organizationId, webhookId));
    } while (ended == BATCH);
  }

  private static int endSome(StoreTransaction tx, String organizationId, String webhookId) {
    List<Delivery> some = PendingDeliveries.some(tx, organizationId, webhookId, BATCH);
    some.forEach(d -> tx.table(DELIVERIES).update(d.dropped(AttemptRecorder.ENDPOINT_DISABLED)));
    return some.size();
  }
}
