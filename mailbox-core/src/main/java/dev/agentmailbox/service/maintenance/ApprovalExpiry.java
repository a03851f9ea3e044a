package dev.agentmailbox.service.maintenance;

import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVAL_EXPIRY;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.util.List;

/** Ends expired approvals. Thread safe. */
public final class ApprovalExpiry implements MaintenanceTask {
  /** Approvals read per batch; each is ended in a separate transaction. */
  private static final int BATCH = 100;

  private final MailboxContext context;
  private final Decisions decisions;

  public ApprovalExpiry(MailboxContext context, Decisions decisions) {
    this.context = context;
    this.decisions = decisions;
  }

  @Override
  public String name() {
    return "approval expiry";
  }

  @Override
  public int run() {
    int ended = 0;
    List<Approval> due = due();
    while (!due.isEmpty()) {
      int before = ended;
      for (Approval approval : due) {
        ended += context.write(tx -> expire(tx, approval)) ? 1 : 0;
      }
      // Another process may have ended them; what failed is left to the next run.
      due = ended == before ? List.of() : due();
    }
    return ended;
  }

  private List<Approval> due() {
    return context.read(tx -> tx.table(APPROVALS).due(APPROVAL_EXPIRY, context.now(), BATCH));
  }

  private boolean expire(StoreTransaction tx, Approval approval) {
    Scope scope = Scope.organization(approval.scope().organizationId());
    return tx.sends()
        .lock(scope, approval.sendId())
        .map(send -> decisions.expire(tx, send, approval))
        .orElse(false);
  }
}
