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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out planned decisions and ends expired approvals. Each run costs a query only when
 * something is due that this process knows of, or when it is time to look for what others planned.
 * Thread safe.
 */
public final class ApprovalDeadlines implements MaintenanceTask {
  /** Approvals read per batch; each is ended in a separate transaction. */
  private static final int BATCH = 100;

  /** How far ahead a look sees, and how long after it what another process planned is found. */
  static final Duration LOOK_AHEAD = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ApprovalDeadlines.class);

  private final MailboxContext context;
  private final Decisions decisions;
  private final Outbox outbox;
  private final SendContent content;
  private Instant nextLook = Instant.MIN;

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
  public synchronized int run() {
    Instant now = context.now();
    Instant planned = decisions.takeEarliestPlanned();
    nextLook = planned.isBefore(nextLook) ? planned : nextLook;
    // A clock that was set back must not put off the next look.
    if (now.isBefore(nextLook) && !now.plus(LOOK_AHEAD).isBefore(nextLook)) {
      return 0;
    }
    // Stays so when this run fails; what another process ended is seen by the next one.
    nextLook = now;
    Instant horizon = now.plus(LOOK_AHEAD);
    int ended = 0;
    int before;
    do {
      before = ended;
      List<Approval> soon =
          context.read(tx -> tx.table(APPROVALS).due(APPROVAL_EXPIRY, horizon, BATCH));
      List<Approval> due = soon.stream().filter(one -> !now.isBefore(dueAt(one))).toList();
      for (Approval approval : due) {
        ended += end(approval) ? 1 : 0;
      }
      if (due.isEmpty()) {
        nextLook = soon.isEmpty() ? horizon : dueAt(soon.get(0));
      }
    } while (ended > before);
    return ended;
  }

  private static Instant dueAt(Approval approval) {
    Instant until = approval.pendingUntil();
    return until == null ? Instant.MAX : until;
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
