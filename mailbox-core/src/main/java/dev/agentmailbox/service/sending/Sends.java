package dev.agentmailbox.service.sending;

import static dev.agentmailbox.port.sending.SendingTables.EDITS;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendEdit;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.event.SendEvents;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.outbox.DirectClaim;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.CheckReport;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends, replies and forwards, and their outcomes. All methods need the permission {@code
 * message_send}; forwarding also needs {@code message_read}, attaching files of drafts {@code
 * draft_read}. Thread safe.
 */
public final class Sends {
  /** Longest wait for the hand-over before {@code sending} is returned. */
  public static final Duration MAX_WAIT = Duration.ofSeconds(2);

  private static final Set<SendStatus> CANCELLABLE =
      EnumSet.of(SendStatus.SCHEDULED, SendStatus.PENDING_APPROVAL);

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final ReleaseStep release;
  private final Outbox outbox;
  private final SendLoader loader;
  private final SendEvents events;
  private final Decisions decisions;

  public Sends(
      MailboxContext context, IdempotencyRunner runner, ReleaseStep release, Outbox outbox) {
    this.context = context;
    this.runner = runner;
    this.release = release;
    this.outbox = outbox;
    this.loader = new SendLoader(context, release);
    this.events = new SendEvents(context);
    this.decisions = new Decisions(context, release);
  }

  /**
   * Accepts or refuses a mail by the twelve checks. When this returns, the mail is durable; it is
   * handed over asynchronously.
   *
   * @throws MailboxException the first failed check
   * @throws IdempotentRequest.Replay the request was accepted before
   */
  public SendResult submit(
      Caller caller, MailInput mail, IdempotentRequest<SendResult> idempotency) {
    return submit(caller, mail, idempotency, SendHook.NONE);
  }

  /**
   * As {@link #submit(Caller, MailInput, IdempotentRequest)}, with additional work in the same
   * transaction.
   */
  public SendResult submit(
      Caller caller, MailInput mail, IdempotentRequest<SendResult> idempotency, SendHook hook) {
    try (DirectClaim claim = outbox.claim()) {
      SendResult result = accept(caller, mail, idempotency, hook, claim);
      outbox.begin(claim, result.sendAt());
      return result;
    }
  }

  /**
   * As {@link #submit}, then waits up to {@link #MAX_WAIT} for the hand-over.
   *
   * @return the status after the wait; replays return the same
   */
  public SendResult submitAndWait(
      Caller caller, MailInput mail, IdempotentRequest<SendResult> idempotency) {
    return submitAndWait(caller, mail, idempotency, SendHook.NONE);
  }

  /**
   * As {@link #submitAndWait(Caller, MailInput, IdempotentRequest)}, with additional work in the
   * transaction that accepts the mail.
   */
  public SendResult submitAndWait(
      Caller caller, MailInput mail, IdempotentRequest<SendResult> idempotency, SendHook hook) {
    try (DirectClaim claim = outbox.claim()) {
      SendResult first = accept(caller, mail, idempotency, hook, claim);
      if (first.status() != SendStatus.SENDING) {
        outbox.begin(claim, first.sendAt());
        return first;
      }
      Scope organization = Scope.organization(caller.scope().organizationId());
      return outbox
          .beginAndAwait(
              claim,
              first.sendId(),
              MAX_WAIT,
              () -> isSettled(organization, first.sendId()),
              (tx, send) -> finish(tx, idempotency, first, SendResult.of(send)))
          .map(SendResult::of)
          .orElseGet(() -> settle(organization, first, idempotency));
    }
  }

  /** The current result, for a send whose hand-over was not recorded with the answer. */
  private SendResult settle(
      Scope organization, SendResult first, IdempotentRequest<SendResult> idempotency) {
    SendResult later = SendResult.of(find(organization, first.sendId()));
    if (!later.equals(first)) {
      context.write(tx -> idempotency.finish(tx, later));
    }
    return later;
  }

  private static void finish(
      StoreTransaction tx,
      IdempotentRequest<SendResult> idempotency,
      SendResult first,
      SendResult later) {
    if (!later.equals(first)) {
      idempotency.finish(tx, later);
    }
  }

  /**
   * Evaluates all checks without sending. Writes nothing.
   *
   * @throws MailboxException the request is invalid, out of scope or not permitted
   */
  public DryRun check(Caller caller, MailInput mail) {
    SendRequest request = loader.load(caller, mail, null, IdempotentRequest.unkeyed()).tryOut();
    List<CheckReport> checks = context.read(tx -> release.survey(tx, request));
    return DryRun.of(
        caller.may(Permission.MESSAGE_READ)
            ? checks
            : checks.stream().map(CheckReport::withoutSources).toList());
  }

  /** Validation errors of a mail's fields; nothing is looked up. */
  public List<FieldProblem> problems(MailInput mail) {
    return MailFields.ofSend(mail, false, context).problems();
  }

  public Send get(Caller caller, String sendId) {
    return context.read(tx -> readable(tx, caller, sendId));
  }

  /**
   * What a human changed of a send before approving it.
   *
   * @throws MailboxException {@code not_found} when nobody did
   */
  public SendEdit edit(Caller caller, String sendId) {
    return context.read(
        tx -> {
          Send send = readable(tx, caller, sendId);
          return tx.table(EDITS)
              .find(send.scope().organizationId(), send.id())
              .orElseThrow(() -> MailboxException.notFound("edit"));
        });
  }

  private static Send readable(StoreTransaction tx, Caller caller, String sendId) {
    Send send =
        tx.sends()
            .find(caller.scope(), sendId)
            .orElseThrow(() -> MailboxException.notFound("send"));
    Access.requireSendsReadable(caller);
    return send;
  }

  /**
   * Sends in scope, by (createdAt, id).
   *
   * @param status null for any
   * @param inboxId null for all inboxes in scope
   */
  public Page<Send> list(
      Caller caller, @Nullable SendStatus status, @Nullable String inboxId, PageRequest page) {
    return context.read(
        tx -> {
          Scope scope = caller.scope();
          if (inboxId != null) {
            scope = Access.find(tx, caller, inboxId).scope();
          }
          Access.requireSendsReadable(caller);
          List<Send> found = tx.sends().list(scope, status, page);
          return Page.cut(
              found, page.limit(), send -> new PagePosition(send.createdAt(), send.id()));
        });
  }

  /**
   * Cancels a send that is scheduled or pending approval.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_sending} or {@code
   *     already_final}
   */
  public Send cancel(Caller caller, String sendId) {
    return cancel(caller, sendId, IdempotentRequest.unkeyed());
  }

  /**
   * As {@link #cancel(Caller, String)}, idempotent.
   *
   * @throws IdempotentRequest.Replay the request was accepted before
   */
  public Send cancel(Caller caller, String sendId, IdempotentRequest<Send> idempotency) {
    return runner.write(
        idempotency, tx -> idempotency.finish(tx, cancel(tx, caller, sendId, idempotency)));
  }

  /**
   * Waits until a send is no longer {@code sending}, another change is recorded, or the limit
   * elapses.
   */
  public SendResult await(Caller caller, String sendId, Duration limit) {
    Access.require(caller, Permission.MESSAGE_SEND);
    outbox.await(sendId, limit, () -> isSettled(caller.scope(), sendId));
    return SendResult.of(find(caller.scope(), sendId));
  }

  private boolean isSettled(Scope scope, String sendId) {
    return find(scope, sendId).status() != SendStatus.SENDING;
  }

  private Send find(Scope scope, String sendId) {
    return context
        .read(tx -> tx.sends().find(scope, sendId))
        .orElseThrow(() -> MailboxException.notFound("send"));
  }

  private SendResult accept(
      Caller caller,
      MailInput mail,
      IdempotentRequest<SendResult> idempotency,
      SendHook hook,
      DirectClaim claim) {
    SendRequest request = loader.load(caller, mail, hook.draftId(), idempotency).composeAndKeep();
    try {
      claim.prepare(request);
      return runner.write(
          idempotency, tx -> release(tx, caller, request, idempotency, hook, claim));
    } catch (StoreException unknown) {
      // The write may have been committed, so keep the content; the next start sweeps unreferenced
      // content.
      throw unknown;
    } catch (RuntimeException refused) {
      MailBytes.discard(context.store().content(), request.mail());
      publishIfBlocked(refused, request);
      throw refused;
    }
  }

  private SendResult release(
      StoreTransaction tx,
      Caller caller,
      SendRequest request,
      IdempotentRequest<SendResult> idempotency,
      SendHook hook,
      DirectClaim claim) {
    String address = request.inbox().address();
    Inbox inbox = Access.lockedInbox(tx, caller, address, Permission.MESSAGE_SEND);
    if (hook != SendHook.NONE) {
      // What it works on may be gone because the request was accepted meanwhile.
      idempotency.replay(tx, context.now());
      hook.before(tx, inbox);
    }
    Send send = release.release(tx, inbox, request, idempotency);
    tx.audit(
        AuditRecord.by(caller, send.createdAt(), AuditAction.SEND_ACCEPTED)
            .at(send.scope())
            .with("send_id", send.id())
            .with("status", send.status().wireName())
            .with("content_hash", send.mail().contentHash()));
    hook.after(tx, send);
    return idempotency.finishWithoutExpiry(tx, SendResult.of(claim.write(tx, send)));
  }

  /** A refused request leaves no send, but publishes an event for the agent's human. */
  private void publishIfBlocked(RuntimeException refused, SendRequest request) {
    if (refused instanceof MailboxException refusal
        && refusal.code() == ErrorCode.SEND_BLOCKED
        && refusal.details().get("reasons") instanceof List<?> reasons) {
      List<String> names = reasons.stream().map(String::valueOf).toList();
      context.write(
          tx -> {
            tx.publish(events.refused(request.inbox(), request.threadId(), names));
            return true;
          });
    }
  }

  /** Cancels a draft's send if it is scheduled or pending approval. */
  public void takeBack(StoreTransaction tx, Caller caller, Draft draft) {
    DraftSubmission submission = draft.submission();
    if (submission == null || submission.status().isFinal()) {
      return;
    }
    tx.sends()
        .lock(draft.scope(), submission.sendId())
        .filter(send -> CANCELLABLE.contains(send.status()))
        .ifPresent(
            send -> {
              Access.require(caller, Permission.MESSAGE_SEND);
              decisions.cancel(tx, send, caller.id());
            });
  }

  private Send cancel(
      StoreTransaction tx, Caller caller, String sendId, IdempotentRequest<Send> idempotency) {
    Send send =
        tx.sends()
            .lock(caller.scope(), sendId)
            .orElseThrow(() -> MailboxException.notFound("send"));
    Access.require(caller, Permission.MESSAGE_SEND);
    idempotency.claim(tx, context.now());
    return decisions.cancel(tx, send, caller.id());
  }
}
