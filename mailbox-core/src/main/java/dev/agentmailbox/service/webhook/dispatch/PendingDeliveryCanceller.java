package dev.agentmailbox.service.webhook.dispatch;

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
    List<Delivery> some = tx.deliveries().pending(organizationId, webhookId, BATCH);
    some.forEach(d -> tx.deliveries().update(d.dropped(AttemptRecorder.ENDPOINT_DISABLED)));
    return some.size();
  }
}
