package dev.agentmailbox.service.sending;

import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVAL_EXPIRY;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out planned decisions and ends expired approvals. Thread safe. */
public final class ApprovalDeadlines implements MaintenanceTask {
  /** Approvals read per batch; each is ended in a separate transaction. */
  private static final int BATCH = 100;

  private static final Logger LOG = LoggerFactory.getLogger(ApprovalDeadlines.class);

  private final MailboxContext context;
  private final Decisions decisions;
  private final Outbox outbox;
  private final SendContent content;

  public ApprovalDeadlines(MailboxContext context, Decisions decisions, Outbox outbox) {
    this.context = context;
    this.decisions = decisions;
    this.outbox = outbox;
    this.content = new SendContent(context);
  }

  @Override
  public String name() {
    return "approval deadlines";
  }

  /** People wait for a decision that they have just made. */
  @Override
  public Duration period() {
    return Duration.ofSeconds(1);
  }

  @Override
  public int run() {
    int ended = 0;
    List<Approval> due = due();
    while (!due.isEmpty()) {
      int before = ended;
      for (Approval approval : due) {
        ended += end(approval) ? 1 : 0;
      }
      // Another process may have ended them; what failed is left to the next run.
      due = ended == before ? List.of() : due();
    }
    return ended;
  }

  private List<Approval> due() {
    return context.read(tx -> tx.table(APPROVALS).due(APPROVAL_EXPIRY, context.now(), BATCH));
  }

  private boolean end(Approval approval) {
    if (approval.plan() == null) {
      return context.write(tx -> expire(tx, approval));
    }
    try {
      boolean ended = carryOut(approval, approval.plan());
      outbox.wake();
      return ended;
    } catch (MailboxException refused) {
      return giveUp(approval, refused);
    }
  }

  private boolean expire(StoreTransaction tx, Approval approval) {
    return tx.sends()
        .lock(organization(approval), approval.sendId())
        .map(send -> decisions.expire(tx, send, approval))
        .orElse(false);
  }

  private boolean carryOut(Approval approval, Approval.Plan plan) {
    Scope scope = organization(approval);
    if (plan.status() == Approval.Status.APPROVED) {
      context
          .read(tx -> tx.sends().find(scope, approval.sendId()))
          .ifPresent(content::requireUnchanged);
    }
    return context.write(
        tx -> {
          var inbox = tx.inboxes().lock(scope, approval.inboxId());
          Optional<Send> send = tx.sends().lock(scope, approval.sendId());
          send.ifPresent(locked -> decisions.carryOut(tx, inbox, locked, approval, plan));
          return send.isPresent();
        });
  }

  /** What cannot be carried out is asked for again, unless the store may answer later. */
  private boolean giveUp(Approval approval, MailboxException refused) {
    LOG.warn(
        "the planned decision of approval {} was not carried out: {}",
        approval.id(),
        refused.getMessage());
    if (refused.code() == ErrorCode.UPSTREAM_UNAVAILABLE) {
      return false;
    }
    try {
      context.write(tx -> decisions.undo(tx, approval));
      return true;
    } catch (MailboxException undone) {
      // It was undone or cancelled meanwhile, which is why it was refused.
      return false;
    }
  }

  private static Scope organization(Approval approval) {
    return Scope.organization(approval.scope().organizationId());
  }
}
