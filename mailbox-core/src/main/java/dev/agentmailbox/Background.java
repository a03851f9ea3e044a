package dev.agentmailbox;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.service.account.DailyCalls;
import dev.agentmailbox.service.event.EventStream;
import dev.agentmailbox.service.maintenance.Expiry;
import dev.agentmailbox.service.maintenance.InboxDigests;
import dev.agentmailbox.service.maintenance.MaintenanceScheduler;
import dev.agentmailbox.service.maintenance.Retention;
import dev.agentmailbox.service.maintenance.StoreMaintenance;
import dev.agentmailbox.service.notice.AuditHeads;
import dev.agentmailbox.service.notice.Notices;
import dev.agentmailbox.service.sending.ApprovalDeadlines;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.signup.UnclaimedInboxes;
import dev.agentmailbox.service.webhook.dispatch.WebhookDispatcher;
import java.util.List;

/** The background threads of a mailbox. Thread safe. */
record Background(
    Outbox outbox,
    MaintenanceScheduler maintenance,
    WebhookDispatcher dispatcher,
    DailyCalls dailyCalls,
    EventStream stream)
    implements AutoCloseable {

  /** The scheduled maintenance jobs. */
  static MaintenanceScheduler maintenance(
      MailboxContext context,
      MailTransport transport,
      PushService push,
      Decisions decisions,
      Outbox outbox,
      String appUrl) {
    return new MaintenanceScheduler(
        List.of(
            new ApprovalDeadlines(context, decisions, outbox),
            new Notices(context, transport, push, appUrl),
            new AuditHeads(context),
            new InboxDigests(context),
            new Expiry(context),
            new Retention(context),
            new UnclaimedInboxes(context),
            new StoreMaintenance(context)));
  }

  void start() {
    outbox.start();
    maintenance.start();
    dispatcher.start();
    dailyCalls.start();
  }

  /** Waits for hand-overs and webhook deliveries in progress. */
  @Override
  public void close() {
    maintenance.close();
    outbox.close();
    stream.close();
    dispatcher.close();
    dailyCalls.close();
  }
}
