package dev.agentmailbox.service.sending.release;

import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.EDITS;

import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Approval.Decision;
import dev.agentmailbox.sending.Approval.Plan;
import dev.agentmailbox.sending.Approval.Verb;
import dev.agentmailbox.sending.ApprovalRequest;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendEdit;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.event.SendEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ends approvals exactly once, by compare-and-set, together with their send. Runs in the caller's
 * transaction, which has locked the send's row. Thread safe.
 */
public final class Decisions {
  private final MailboxContext context;
  private final ReleaseStep release;
  private final SendEvents events;
  private final AtomicReference<Instant> earliestPlanned = new AtomicReference<>(Instant.MAX);

  public Decisions(MailboxContext context, ReleaseStep release) {
    this.context = context;
    this.release = release;
    this.events = new SendEvents(context);
  }

  /**
   * A human's decision.
   *
   * @param by id of the human
   * @param note null for none
   */
  public record Decider(String by, @Nullable String note) {}

  /**
   * Keeps a decision that {@link #carryOut} makes later. Until then the approval is pending, and
   * nobody else can decide.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval plan(
      StoreTransaction tx, Send send, Approval pending, Verb verb, Decider decider, Duration undo) {
    Instant now = context.now();
    boolean returned = verb == Verb.RETURN;
    Decision decision = new Decision(now, decider.by(), decider.note(), false, returned);
    Approval planned = pending.planned(new Plan(verb.status(), decision, now.plus(undo)));
    if (!isOpen(send, pending, now) || !replace(tx, pending, planned)) {
      throw alreadyDecided();
    }
    earliestPlanned.accumulateAndGet(now.plus(undo), Decisions::earlier);
    return planned;
  }

  /**
   * When the earliest takes effect that was planned in this process since this was last asked;
   * {@link Instant#MAX} for none.
   */
  public Instant takeEarliestPlanned() {
    return earliestPlanned.getAndSet(Instant.MAX);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /**
   * Drops the planned decision, if there is one.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval undo(StoreTransaction tx, Approval planned) {
    Approval pending = planned.planned(null);
    if (!replace(tx, planned, pending)) {
      throw alreadyDecided();
    }
    return pending;
  }

  /**
   * Makes the planned decision.
   *
   * @param inbox the locked row; only an approval needs it
   * @throws MailboxException {@code not_found} without an inbox, {@code conflict} with reason
   *     {@code already_decided}
   */
  public void carryOut(
      StoreTransaction tx, Optional<Inbox> inbox, Send send, Approval planned, Plan plan) {
    Decision decision = plan.decision();
    if (plan.status() != Approval.Status.APPROVED) {
      end(tx, send, planned, planned.end(plan.status(), decision));
      release.rejected(tx, decided(send, decision));
      return;
    }
    Inbox locked = inbox.orElseThrow(() -> MailboxException.notFound("inbox"));
    end(tx, send, planned, planned.end(plan.status(), decision));
    release.approved(tx, locked, decided(send, decision));
  }

  /**
   * Approves, after repeating the checks whose result can have changed.
   *
   * @param inbox the locked row
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval approve(
      StoreTransaction tx, Inbox inbox, Send send, Approval pending, Decider decider) {
    Decision decision = Decision.of(context.now(), decider.by(), decider.note());
    requireOpen(send, pending);
    Approval approved = end(tx, send, pending, pending.end(Approval.Status.APPROVED, decision));
    release.approved(tx, inbox, decided(send, decision));
    return approved;
  }

  /**
   * Approves the mail that a human made of it, after all checks but the approval.
   *
   * @param inbox the locked row
   * @param edited the new mail
   * @param edit what was changed
   * @throws MailboxException {@code conflict} with reason {@code already_decided}, or the first
   *     failed check
   */
  public Approval approve(
      StoreTransaction tx,
      Inbox inbox,
      Send send,
      Approval pending,
      Decider decider,
      SendRequest edited,
      SendEdit edit) {
    Instant now = context.now();
    requireOpen(send, pending);
    Decision decision = new Decision(now, decider.by(), decider.note(), true, false);
    Send changed = release.edit(tx, inbox, decided(send, decision), edited);
    ApprovalRequest asked = pending.request();
    Approval approved =
        end(
            tx,
            send,
            pending,
            pending
                .of(ApprovalRequest.of(changed, asked.requestedAt(), asked.expiresAt()))
                .end(Approval.Status.APPROVED, decision));
    release.approved(tx, inbox, changed);
    tx.table(EDITS).add(edit);
    return approved;
  }

  /**
   * Rejects and ends the send.
   *
   * @param returned whether its author is asked to send another one as the note says
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval reject(
      StoreTransaction tx, Send send, Approval pending, Decider decider, boolean returned) {
    Decision decision = new Decision(context.now(), decider.by(), decider.note(), false, returned);
    requireOpen(send, pending);
    Approval rejected = end(tx, send, pending, pending.end(Approval.Status.REJECTED, decision));
    release.rejected(tx, decided(send, decision));
    return rejected;
  }

  /**
   * Expires the approval, which ends the send as if rejected.
   *
   * @return false when it was decided meanwhile
   */
  public boolean expire(StoreTransaction tx, Send send, Approval pending) {
    Decision decision = Decision.of(context.now(), null, null);
    Approval expired = pending.end(Approval.Status.EXPIRED, decision);
    if (pending.plan() != null
        || send.status() != SendStatus.PENDING_APPROVAL
        || !replace(tx, pending, expired)) {
      return false;
    }
    announce(tx, send, expired);
    release.rejected(tx, decided(send, decision));
    return true;
  }

  /**
   * Cancels a send that is scheduled or pending approval.
   *
   * @param by who cancels
   * @throws MailboxException {@code conflict} with reason {@code already_sending} or {@code
   *     already_final}
   */
  public Send cancel(StoreTransaction tx, Send send, String by) {
    if (send.status() == SendStatus.SENDING) {
      throw MailboxException.conflict("already_sending", "the send is already being handed over");
    }
    if (send.status().isFinal()) {
      throw MailboxException.conflict(
          "already_final", "the send is already " + send.status().wireName());
    }
    Instant now = context.now();
    if (send.status() == SendStatus.PENDING_APPROVAL) {
      withdraw(tx, send, by, now);
    }
    Send cancelled =
        send.change().status(SendStatus.CANCELLED).deferred(null).nextAttemptAt(null).at(now);
    tx.sends().update(cancelled);
    release.giveBack(tx, send);
    tx.publish(events.cancelled(cancelled));
    tx.audit(
        AuditRecord.of(send.scope().organizationId(), now, by, AuditAction.SEND_CANCELLED)
            .at(send.scope())
            .with("send_id", send.id()));
    return cancelled;
  }

  private static void withdraw(StoreTransaction tx, Send send, String by, Instant now) {
    Optional<Approval> pending =
        Optional.ofNullable(send.state().approvalId())
            .flatMap(id -> tx.table(APPROVALS).find(send.scope().organizationId(), id));
    if (pending.isPresent()
        && !replace(
            tx,
            pending.get(),
            pending.get().end(Approval.Status.CANCELLED, Decision.of(now, by, null)))) {
      throw MailboxException.conflict("already_final", "a human has already decided");
    }
  }

  private Send decided(Send send, Decision decision) {
    return send.change().decision(decision).at(context.now());
  }

  private void requireOpen(Send send, Approval pending) {
    if (!isOpen(send, pending, context.now())) {
      throw alreadyDecided();
    }
  }

  private static boolean isOpen(Send send, Approval pending, Instant now) {
    return now.isBefore(pending.expiresAt())
        && pending.plan() == null
        && send.status() == SendStatus.PENDING_APPROVAL;
  }

  private Approval end(StoreTransaction tx, Send send, Approval pending, Approval decided) {
    if (send.status() != SendStatus.PENDING_APPROVAL || !replace(tx, pending, decided)) {
      throw alreadyDecided();
    }
    announce(tx, send, decided);
    return decided;
  }

  private void announce(StoreTransaction tx, Send send, Approval decided) {
    tx.publish(events.approvalDecided(send, decided));
    AuditAction action =
        switch (decided.status()) {
          case APPROVED -> AuditAction.APPROVAL_APPROVED;
          case REJECTED -> AuditAction.APPROVAL_REJECTED;
          default -> AuditAction.APPROVAL_EXPIRED;
        };
    String by = Optional.ofNullable(decided.decidedBy()).orElse(AuditRecord.SERVICE);
    tx.audit(
        AuditRecord.of(send.scope().organizationId(), context.now(), by, action)
            .at(send.scope())
            .with("approval_id", decided.id())
            .with("send_id", send.id())
            .with("flags_shown", String.join(" ", send.findings().flags()))
            .with("content_hash", decided.request().contentHash())
            .with("original_hash", decided.edited() ? send.mail().contentHash() : null)
            .with("returned", decided.returned() ? "true" : null));
  }

  /** Replaces a pending approval; false when it was decided, planned or undone meanwhile. */
  private static boolean replace(StoreTransaction tx, Approval pending, Approval changed) {
    Table<Approval> approvals = tx.table(APPROVALS);
    return approvals
        .lock(changed.scope().organizationId(), changed.id())
        .filter(row -> row.status() == Approval.Status.PENDING)
        .filter(row -> Objects.equals(row.plan(), pending.plan()))
        .map(row -> approvals.update(changed))
        .orElse(false);
  }

  /** The error for a decision that comes too late. */
  public static MailboxException alreadyDecided() {
    return MailboxException.conflict("already_decided", "this approval was already decided");
  }
}
