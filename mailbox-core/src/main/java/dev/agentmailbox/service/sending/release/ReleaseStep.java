package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.ApproverDirectory;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ApprovalRequest;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendFindings;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendState;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.sending.SendTimes;
import dev.agentmailbox.sending.WaitReason;
import dev.agentmailbox.service.event.SendEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * May this mail leave: loads the facts, lets {@link ReleaseOrder} decide, writes what follows. All
 * in the caller's transaction, in which the inbox's row is locked, so that two mails of one inbox
 * are judged one after the other. Thread safe.
 */
public final class ReleaseStep {
  /** How long a human has to decide. */
  public static final Duration APPROVAL_TIME = Duration.ofDays(7);

  /** How soon a waiting send is looked at again when nothing wakes it earlier. */
  static final Duration WAIT = Duration.ofMinutes(1);

  private final MailboxContext context;
  private final ApproverDirectory approvers;
  private final FactLoader facts;
  private final SendEvents events;

  /** A step that tells nobody of what waits for a human, but by its event. */
  public ReleaseStep(MailboxContext context) {
    this(context, ApproverDirectory.NONE);
  }

  /**
   * A step of a service.
   *
   * @param approvers who is told by mail of what waits for a human
   */
  public ReleaseStep(MailboxContext context, ApproverDirectory approvers) {
    this.context = context;
    this.approvers = approvers;
    this.facts = new FactLoader(context);
    this.events = new SendEvents(context);
  }

  /** The policy that holds for an inbox. */
  public EffectivePolicy policy(StoreTransaction tx, Inbox inbox) {
    return facts.policy(tx, inbox);
  }

  /**
   * Decides about a new request and writes its send.
   *
   * @param inbox the locked row
   * @param keyUsedOtherwise claims the Idempotency-Key; true when it belongs to another request
   * @throws dev.agentmailbox.error.MailboxException the first check that refuses
   */
  public Send release(
      StoreTransaction tx, Inbox inbox, PreparedMail mail, BooleanSupplier keyUsedOtherwise) {
    SendFacts seen = facts.forRequest(tx, inbox, mail, keyUsedOtherwise);
    Verdict verdict = ReleaseOrder.decide(seen);
    if (verdict instanceof Verdict.Refused refused) {
      throw refused.refusal();
    }
    // Counted last: the organization's row is shared, and only this makes the limit exact.
    if (!tx.usage()
        .take(
            inbox.organizationId(),
            context.today(),
            Quota.RECIPIENTS,
            seen.daily().toTake(),
            seen.sender().organization().plan().dailyRecipients())) {
      throw ReleaseOrder.limitExceeded(context.now());
    }
    return verdict instanceof Verdict.NeedsApproval needs
        ? insert(tx, askHuman(tx, send(inbox, mail, SendStatus.PENDING_APPROVAL, needs.flags())))
        : insert(tx, send(inbox, mail, statusOf(mail.request()), flagsOf(verdict)));
  }

  /** What each check would find; changes nothing. */
  public List<CheckReport> survey(StoreTransaction tx, PreparedMail mail) {
    return ReleaseOrder.survey(facts.forRequest(tx, mail.request().inbox(), mail, () -> false));
  }

  /**
   * Looks again at a send that is due and writes what follows. Approval rules that were set after
   * it was accepted ask a human now, unless one has approved it or a hand-over was tried.
   *
   * @param send the leased row
   * @param leaseEnd until when it stays leased when it may be handed over
   * @return the send when it may be handed over now; empty when it waits, also for a human, or is
   *     blocked
   */
  public Optional<Send> due(StoreTransaction tx, Inbox inbox, Send send, Instant leaseEnd) {
    boolean firstTime = send.status() == SendStatus.SCHEDULED;
    Verdict verdict = decideAgain(send, facts.forSend(tx, inbox, send));
    if (verdict instanceof Verdict.NeedsApproval needs) {
      Send pending =
          send.change()
              .status(SendStatus.PENDING_APPROVAL)
              .flags(needs.flags())
              .deferred(null)
              .nextAttemptAt(null)
              .at(context.now());
      tx.sends().update(askHuman(tx, pending));
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
    if (!firstTime && send.deferredReason() == null) {
      return Optional.of(send);
    }
    Instant now = context.now();
    Send released =
        send.change()
            .status(firstTime ? SendStatus.SENDING : send.status())
            .deferred(null)
            .nextAttemptAt(leaseEnd)
            .at(now);
    tx.sends().update(released);
    return Optional.of(released);
  }

  private static Verdict decideAgain(Send send, SendFacts seen) {
    boolean approved = send.state().approvalId() != null;
    if (send.status() == SendStatus.SCHEDULED) {
      return approved ? ReleaseOrder.decideWhenApproved(seen) : ReleaseOrder.decideWhenDue(seen);
    }
    boolean waited =
        send.status() == SendStatus.SENDING
            && send.deferredReason() != null
            && send.attempts() == 0
            && send.times().handedOverAt() == null;
    return waited && !approved
        ? ReleaseOrder.decideAfterWaiting(seen)
        : ReleaseOrder.decideWhenReleased(seen);
  }

  /**
   * A human approved: checks 3, 7, 8, 10 and 11 run again. The send then leaves at once, at its
   * time, waits, or is blocked.
   *
   * @param send the locked row, pending approval
   * @return the send as it is now
   */
  public Send approved(StoreTransaction tx, Inbox inbox, Send send) {
    Verdict verdict = ReleaseOrder.decideWhenApproved(facts.forSend(tx, inbox, send));
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
   * A human rejected, or nobody decided in time: the send ends and its recipients are free again.
   */
  public Send rejected(StoreTransaction tx, Send send) {
    Send rejected = send.change().status(SendStatus.REJECTED).nextAttemptAt(null).at(context.now());
    tx.sends().update(rejected);
    giveBack(tx, send);
    return rejected;
  }

  /** Gives the recipients back to the day they were counted on, while that day lasts. */
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

  private Send insert(StoreTransaction tx, Send send) {
    tx.sends().insert(send);
    return send;
  }

  /** Writes the approval and tells of it; the send itself is the caller's to write. */
  private Send askHuman(StoreTransaction tx, Send send) {
    Instant now = context.now();
    Approval approval =
        Approval.pending(
            context.ids().next(IdPrefix.APPROVAL),
            send.scope(),
            ApprovalRequest.of(send, now, now.plus(APPROVAL_TIME)));
    Send waiting = send.change().approval(approval.id()).at(now);
    tx.approvals().insert(approval);
    for (String address : approvers.addresses(tx, send.scope().organizationId())) {
      tx.notices()
          .insert(new Notice(send.scope().organizationId(), approval.id(), address, 0, now));
    }
    tx.publish(events.approvalRequested(waiting, approval));
    return waiting;
  }

  private Send send(Inbox inbox, PreparedMail mail, SendStatus status, List<String> flags) {
    SendRequest request = mail.request();
    Instant sendAt = request.options().sendAt();
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
        mail.composed(),
        SendTimes.accepted(now, sendAt, next));
  }

  private SendStatus statusOf(SendRequest request) {
    Instant sendAt = request.options().sendAt();
    return sendAt != null && sendAt.isAfter(context.now())
        ? SendStatus.SCHEDULED
        : SendStatus.SENDING;
  }

  private static List<String> flagsOf(Verdict verdict) {
    return verdict instanceof Verdict.Released released ? released.flags() : List.of();
  }

  private List<SendRecipient> recipients(SendRequest request, Instant now) {
    return request.recipients().stream()
        .map(r -> SendRecipient.pending(r, context.ids().token(), now))
        .toList();
  }
}
