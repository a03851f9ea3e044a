package dev.agentmailbox.service.sending.release;

import static dev.agentmailbox.port.rule.RuleTables.RULE_USES;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;

import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.ApproverDirectory;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.rule.RuleUse;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ApprovalRequest;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendBuilder;
import dev.agentmailbox.sending.SendFindings;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendState;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.sending.SendTimes;
import dev.agentmailbox.sending.WaitReason;
import dev.agentmailbox.service.event.SendEvents;
import dev.agentmailbox.service.notice.ApprovalNotices;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The release step: loads the facts, applies {@link ReleaseOrder}, and writes the result. Runs in
 * the caller's transaction, which has locked the inbox's row, so that mails of one inbox are
 * checked one at a time. Thread safe.
 */
public final class ReleaseStep {
  /** How long an approval stays pending. */
  public static final Duration APPROVAL_TIME = Duration.ofDays(7);

  /** Interval at which a deferred send is checked again without a signal. */
  static final Duration WAIT = Duration.ofMinutes(1);

  /** Reason why the rest of a mail that has reached some recipients ends. */
  private static final String NEEDS_APPROVAL = "approval_required";

  private final MailboxContext context;
  private final ApprovalNotices notices;
  private final FactLoader facts;
  private final SendEvents events;

  /** A release step that announces pending approvals by event only. */
  public ReleaseStep(MailboxContext context) {
    this(context, ApproverDirectory.NONE);
  }

  /**
   * Creates the release step.
   *
   * @param approvers humans notified by mail of pending approvals
   */
  public ReleaseStep(MailboxContext context, ApproverDirectory approvers) {
    this.context = context;
    this.notices = new ApprovalNotices(context, approvers);
    this.facts = new FactLoader(context);
    this.events = new SendEvents(context);
  }

  /** The effective policy of an inbox. */
  public EffectivePolicy policy(StoreTransaction tx, Inbox inbox) {
    return facts.policy(tx, inbox);
  }

  /**
   * Decides on a new request. The caller writes the send.
   *
   * @param inbox the locked row
   * @param idempotency its key is claimed between checks 3 and 4
   * @return the send, not yet written
   * @throws dev.agentmailbox.error.MailboxException the first failed check
   */
  public Send release(
      StoreTransaction tx, Inbox inbox, SendRequest request, IdempotentRequest<?> idempotency) {
    SendFacts seen = facts.forRequest(tx, inbox, request, idempotency);
    Verdict verdict = ReleaseOrder.decide(seen);
    if (verdict instanceof Verdict.Refused refused) {
      throw refused.refusal();
    }
    // Counted last: the row is shared by the organization, and locking it makes the limit exact.
    if (!tx.usage()
        .take(
            inbox.organizationId(),
            context.today(),
            Quota.RECIPIENTS,
            seen.daily().toTake(),
            seen.sender().organization().plan().dailyRecipients())) {
      throw ReleaseOrder.limitExceeded(context.now());
    }
    Send send =
        verdict instanceof Verdict.NeedsApproval needs
            ? askHuman(
                tx,
                send(inbox, request, SendStatus.PENDING_APPROVAL, needs.flags()),
                seen.sender().policy())
            : send(inbox, request, statusOf(request), flagsOf(verdict));
    if (verdict instanceof Verdict.Released released && released.rule() != null) {
      note(tx, send, released.rule());
    }
    return send;
  }

  private void note(StoreTransaction tx, Send send, SendRule rule) {
    String organizationId = send.scope().organizationId();
    Instant now = context.now();
    tx.table(RULE_USES).add(new RuleUse(organizationId, rule.id(), send.id(), send.inboxId(), now));
    tx.audit(
        AuditRecord.of(organizationId, now, AuditRecord.SERVICE, AuditAction.RULE_USED)
            .at(send.scope())
            .with("rule_id", rule.id())
            .with("send_id", send.id())
            .with("flags", String.join(" ", send.findings().flags())));
  }

  /** Evaluates every check independently; writes nothing. */
  public List<CheckReport> survey(StoreTransaction tx, SendRequest request) {
    return ReleaseOrder.survey(
        facts.forRequest(tx, request.inbox(), request, IdempotentRequest.unkeyed()));
  }

  /**
   * Checks a due send again, before every attempt, and writes the result. Approval rules set after
   * it was accepted apply unless a human has approved it. A refused send that may have reached
   * somebody is returned with the reasons: what is still open of it ends without an attempt.
   *
   * @param send the leased row
   * @param leaseEnd end of the lease if it is to be handed over or ended
   * @return the send if it is to be handed over or ended now; empty when it is deferred, pending
   *     approval or blocked
   */
  public Optional<Send> due(StoreTransaction tx, Inbox inbox, Send send, Instant leaseEnd) {
    boolean firstTime = send.status() == SendStatus.SCHEDULED;
    boolean approved = send.state().approvalId() != null;
    SendFacts seen = facts.forSend(tx, inbox, send);
    Verdict verdict = ReleaseOrder.decideAgain(seen, firstTime, approved);
    List<String> refusals = refusals(verdict);
    if (!refusals.isEmpty() && send.mayHaveReachedSomebody()) {
      return Optional.of(write(tx, send.change().reasons(refusals), leaseEnd));
    }
    if (verdict instanceof Verdict.NeedsApproval needs) {
      Send pending =
          send.change()
              .status(SendStatus.PENDING_APPROVAL)
              .flags(needs.flags())
              .deferred(null)
              .nextAttemptAt(null)
              .at(context.now());
      tx.sends().update(askHuman(tx, pending, seen.sender().policy()));
      return Optional.empty();
    }
    if (verdict instanceof Verdict.Waits waits) {
      defer(tx, send, waits.reason());
      return Optional.empty();
    }
    if (verdict instanceof Verdict.Blocked blocked) {
      block(tx, send, blocked.reasons());
      return Optional.empty();
    }
    if (!firstTime && send.deferredReason() == null && send.findings().reasons().isEmpty()) {
      return Optional.of(send);
    }
    SendStatus status = firstTime ? SendStatus.SENDING : send.status();
    return Optional.of(write(tx, send.change().status(status).reasons(List.of()), leaseEnd));
  }

  private Send write(StoreTransaction tx, SendBuilder change, Instant leaseEnd) {
    Send changed = change.deferred(null).nextAttemptAt(leaseEnd).at(context.now());
    tx.sends().update(changed);
    return changed;
  }

  /** Why a send is not to be handed over; empty when it may be, or only later. */
  private static List<String> refusals(Verdict verdict) {
    if (verdict instanceof Verdict.Blocked blocked) {
      return blocked.reasons();
    }
    return verdict instanceof Verdict.NeedsApproval ? List.of(NEEDS_APPROVAL) : List.of();
  }

  /**
   * Releases an approved send after repeating checks 3, 7, 8, 10 and 11: it is handed over now or
   * as scheduled, deferred, or blocked.
   *
   * @param send the locked row, pending approval
   * @return the updated send
   */
  public Send approved(StoreTransaction tx, Inbox inbox, Send send) {
    Verdict verdict = ReleaseOrder.decideAgain(facts.forSend(tx, inbox, send), true, true);
    if (verdict instanceof Verdict.Blocked blocked) {
      return block(tx, send, blocked.reasons());
    }
    Instant now = context.now();
    Instant sendAt = send.times().sendAt();
    boolean later = sendAt != null && sendAt.isAfter(now);
    if (verdict instanceof Verdict.Waits waits && !later) {
      return defer(tx, send.change().status(SendStatus.SCHEDULED).at(now), waits.reason());
    }
    Send released =
        send.change()
            .status(later ? SendStatus.SCHEDULED : SendStatus.SENDING)
            .nextAttemptAt(later ? sendAt : now)
            .at(now);
    tx.sends().update(released);
    return released;
  }

  /**
   * Gives a send the bytes and recipients that a human made of it, after all checks but the
   * approval. The caller releases it.
   *
   * @param send the locked row, pending approval
   * @return the changed send, not yet written
   * @throws dev.agentmailbox.error.MailboxException the first failed check
   */
  Send edit(StoreTransaction tx, Inbox inbox, Send send, SendRequest edited) {
    SendFacts seen = facts.forEdit(tx, inbox, send, edited);
    Optional<MailboxException> refusal = ReleaseOrder.refusalOfEdit(seen);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    countAgain(tx, send, seen);
    Instant now = context.now();
    return send.change()
        .mail(edited.mail().withEnvelopeSender(send.mail().envelopeSender()))
        .recipients(recipients(edited, now))
        .flags(RiskFlags.of(seen))
        .at(now);
  }

  /** Adjusts the quota of the day on which the send was counted, if that is today. */
  private void countAgain(StoreTransaction tx, Send send, SendFacts seen) {
    if (!FactLoader.dayOf(send.createdAt()).equals(context.today())) {
      return;
    }
    String organization = send.scope().organizationId();
    int more = seen.request().recipients().size() - send.recipients().size();
    if (more < 0) {
      tx.usage().giveBack(organization, context.today(), Quota.RECIPIENTS, -more);
    } else if (more > 0
        && !tx.usage()
            .take(
                organization,
                context.today(),
                Quota.RECIPIENTS,
                more,
                seen.sender().organization().plan().dailyRecipients())) {
      throw ReleaseOrder.limitExceeded(context.now());
    }
  }

  /** Ends a rejected or expired send and returns its recipients to the quota. */
  public Send rejected(StoreTransaction tx, Send send) {
    Send rejected = send.change().status(SendStatus.REJECTED).nextAttemptAt(null).at(context.now());
    tx.sends().update(rejected);
    giveBack(tx, send);
    return rejected;
  }

  /** Returns the recipients to the quota of the day they were counted on, if that is today. */
  public void giveBack(StoreTransaction tx, Send send) {
    if (FactLoader.dayOf(send.createdAt()).equals(context.today())) {
      tx.usage()
          .giveBack(
              send.scope().organizationId(),
              context.today(),
              Quota.RECIPIENTS,
              send.recipients().size());
    }
  }

  private Send defer(StoreTransaction tx, Send send, WaitReason why) {
    Instant now = context.now();
    String reason = why.wireName();
    Send waiting = send.change().deferred(reason).nextAttemptAt(now.plus(WAIT)).at(now);
    tx.sends().update(waiting);
    if (!reason.equals(send.deferredReason())) {
      tx.publish(events.deferred(waiting, reason));
    }
    return waiting;
  }

  private Send block(StoreTransaction tx, Send send, List<String> reasons) {
    Send blocked =
        send.change()
            .status(SendStatus.BLOCKED)
            .reasons(reasons)
            .deferred(null)
            .nextAttemptAt(null)
            .at(context.now());
    tx.sends().update(blocked);
    giveBack(tx, send);
    tx.publish(events.blocked(blocked, reasons));
    return blocked;
  }

  /** Writes the approval and announces it; the caller writes the send. */
  private Send askHuman(StoreTransaction tx, Send send, EffectivePolicy policy) {
    Instant now = context.now();
    Approval approval =
        Approval.pending(
            context.ids().next(IdPrefix.APPROVAL),
            send.scope(),
            ApprovalRequest.of(send, now, now.plus(APPROVAL_TIME)));
    Send waiting = send.change().approval(approval.id()).at(now);
    tx.table(APPROVALS).add(approval);
    notices.write(tx, approval, policy.approvalNotices());
    tx.publish(events.approvalRequested(waiting, approval));
    return waiting;
  }

  private Send send(Inbox inbox, SendRequest request, SendStatus status, List<String> flags) {
    Instant sendAt = request.sendAt();
    Instant now = context.now();
    Instant next =
        switch (status) {
          case SENDING -> now;
          case SCHEDULED -> sendAt;
          default -> null;
        };
    return new Send(
        context.ids().next(IdPrefix.SEND),
        inbox.scope(),
        request.origin(),
        SendState.initial(status, request.threadId()),
        recipients(request, now),
        SendFindings.flagged(flags),
        request.mail(),
        SendTimes.accepted(now, sendAt, next));
  }

  private SendStatus statusOf(SendRequest request) {
    Instant sendAt = request.sendAt();
    return sendAt != null && sendAt.isAfter(context.now())
        ? SendStatus.SCHEDULED
        : SendStatus.SENDING;
  }

  private static List<String> flagsOf(Verdict verdict) {
    return verdict instanceof Verdict.Released released ? released.flags() : List.of();
  }

  private List<SendRecipient> recipients(SendRequest request, Instant now) {
    return request.recipients().stream()
        .map(r -> SendRecipient.pending(r, context.ids().token(ReturnPath.TOKEN_CHARACTERS), now))
        .toList();
  }
}
