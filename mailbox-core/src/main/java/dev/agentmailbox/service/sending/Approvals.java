package dev.agentmailbox.service.sending;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVAL_LIST;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.message.LinkDomains;
import dev.agentmailbox.service.message.Messages;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.sending.release.Dictations;
import dev.agentmailbox.service.sending.release.Evidence;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pending approvals and their decisions. An approval is bound to the exact bytes that will be sent:
 * they are hashed again before it takes effect. Thread safe.
 */
public final class Approvals {
  /** Longest note, in characters. */
  public static final int MAX_NOTE_CHARACTERS = 500;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Decisions decisions;
  private final Outbox outbox;
  private final SendContent content;
  private final PlannedDecisions planned;

  public Approvals(
      MailboxContext context, IdempotencyRunner runner, Decisions decisions, Outbox outbox) {
    this.context = context;
    this.runner = runner;
    this.decisions = decisions;
    this.outbox = outbox;
    this.content = new SendContent(context);
    this.planned = new PlannedDecisions(this, decisions, content);
  }

  /** Decisions that can be undone for a while. */
  public PlannedDecisions planned() {
    return planned;
  }

  /**
   * Approvals in scope, by request time.
   *
   * @param status null for any
   */
  public Page<Approval> list(Caller caller, Approval.@Nullable Status status, PageRequest page) {
    Access.require(caller, Permission.APPROVAL_READ);
    List<Approval.Status> wanted =
        status == null ? List.of(Approval.Status.values()) : List.of(status);
    return context.read(
        tx ->
            Page.merge(
                wanted.stream()
                    .map(
                        one ->
                            APPROVAL_LIST.page(
                                tx.table(APPROVALS), caller.scope(), page, one.name()))
                    .toList(),
                page,
                approval -> new PagePosition(approval.requestedAt(), approval.id())));
  }

  /** The sends of these approvals, by approval id; empty for keys, which do not see the mail. */
  public Map<String, Send> sends(Caller caller, Collection<Approval> approvals) {
    if (!caller.isHuman()) {
      return Map.of();
    }
    return context.read(
        tx -> {
          Map<String, Send> sends = new HashMap<>();
          for (Approval approval : approvals) {
            tx.sends()
                .find(caller.scope(), approval.sendId())
                .ifPresent(send -> sends.put(approval.id(), send));
          }
          return sends;
        });
  }

  /** Addresses of those who decided these approvals, by their id; empty for keys. */
  public Map<String, String> deciders(Caller caller, Collection<Approval> approvals) {
    if (!caller.isHuman()) {
      return Map.of();
    }
    Set<String> ids =
        approvals.stream()
            .map(Approval::decidedBy)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return context.read(
        tx ->
            ids.stream()
                .flatMap(id -> tx.table(HUMANS).find(id).stream())
                .collect(Collectors.toMap(Human::id, Human::email)));
  }

  public Approval get(Caller caller, String approvalId) {
    return context.read(
        tx -> {
          Approval approval = find(tx, caller, approvalId);
          Access.require(caller, Permission.APPROVAL_READ);
          return approval;
        });
  }

  /**
   * The mail to decide about, as its recipients would see it; humans only.
   *
   * @throws MailboxException {@code gone} when its content was deleted
   */
  public PendingMail message(Caller caller, String approvalId) {
    Access.requireHuman(caller);
    Send send = context.read(tx -> send(tx, caller.scope(), find(tx, caller, approvalId).sendId()));
    ParsedMessage mail = content.parsed(send);
    return new PendingMail(send, mail, dictated(caller, send, mail));
  }

  private List<Dictation> dictated(Caller caller, Send send, ParsedMessage mail) {
    Set<String> recipients =
        send.recipients().stream().map(one -> one.recipient().key()).collect(Collectors.toSet());
    Set<String> links =
        send.findings().flags().contains(Evidence.LINK_FROM_MAIL)
            ? LinkDomains.of(mail, context.settings().registrableDomains())
            : Set.of();
    Dictations.Subject subject = new Dictations.Subject(recipients, links, send.threadId());
    return context.read(
        tx ->
            Dictations.of(
                new Dictations.Reader(tx, context.settings(), send.scope(), caller.scope()),
                subject));
  }

  /**
   * Opens an attachment of the mail for the holder of a signed link. The link was issued to a human
   * with access, so only the existence of the send is checked.
   *
   * @param inbox scope of the inbox the link was issued for
   * @param partPath MIME part path
   */
  public Messages.Download download(Scope inbox, String sendId, String partPath)
      throws IOException {
    Send send = context.read(tx -> send(tx, inbox, sendId));
    return content.open(send, partPath);
  }

  private static Send send(StoreTransaction tx, Scope scope, String sendId) {
    return tx.sends().find(scope, sendId).orElseThrow(() -> MailboxException.notFound("send"));
  }

  /**
   * Approves the send after repeating the checks whose result can have changed.
   *
   * @param note null for none
   * @throws MailboxException {@code conflict} with reason {@code already_decided} or {@code
   *     content_changed}
   */
  public Approval approve(
      Caller caller,
      String approvalId,
      @Nullable String note,
      IdempotentRequest<Approval> idempotency) {
    check(caller, note);
    content.requireUnchanged(pendingSend(caller, approvalId, idempotency));
    Decisions.Decider decider = new Decisions.Decider(caller.id(), note);
    Approval approved =
        decide(
            caller,
            approvalId,
            idempotency,
            (tx, locked) ->
                decisions.approve(
                    tx, locked.requireInbox(), locked.send(), locked.approval(), decider));
    outbox.wake();
    return approved;
  }

  /**
   * Approves the send with changes: the mail is composed again, checked by all checks but the
   * approval, and released.
   *
   * @param note null for none
   * @throws MailboxException {@code validation_error}, {@code conflict} with reason {@code
   *     already_decided} or {@code content_changed}, or the first failed check; then nothing
   *     changes
   */
  public Approval approve(
      Caller caller,
      String approvalId,
      MailEdit edit,
      @Nullable String note,
      IdempotentRequest<Approval> idempotency) {
    check(caller, note);
    Send send = pendingSend(caller, approvalId, idempotency);
    content.requireUnchanged(send);
    Approval approved = approveEdited(caller, approvalId, send, edit, note, idempotency);
    content.discard(send);
    outbox.wake();
    return approved;
  }

  private Approval approveEdited(
      Caller caller,
      String approvalId,
      Send send,
      MailEdit edit,
      @Nullable String note,
      IdempotentRequest<Approval> idempotency) {
    EditedMail edited = new EditedMail(context, send, content.parsed(send), edit);
    Inbox known =
        context
            .read(tx -> tx.inboxes().find(caller.scope(), send.inboxId()))
            .orElseThrow(() -> MailboxException.notFound("inbox"));
    SendRequest request = edited.composeAndKeep(known, content.of(send));
    Decisions.Decider decider = new Decisions.Decider(caller.id(), note);
    try {
      return decide(
          caller,
          approvalId,
          idempotency,
          (tx, locked) ->
              decisions.approve(
                  tx,
                  locked.requireInbox(),
                  locked.send(),
                  locked.approval(),
                  decider,
                  request,
                  edited.edit(caller.id(), context.now())));
    } catch (StoreException unknown) {
      // The write may have been committed, so keep the content; the next start sweeps it otherwise.
      throw unknown;
    } catch (RuntimeException refused) {
      MailBytes.discard(context.store().content(), request.mail());
      throw refused;
    }
  }

  /**
   * Rejects the send.
   *
   * @param note null for none
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval reject(
      Caller caller,
      String approvalId,
      @Nullable String note,
      IdempotentRequest<Approval> idempotency) {
    check(caller, note);
    return reject(caller, approvalId, note, false, idempotency);
  }

  /**
   * Sends the mail back to its author, who reads the note and may send another one. For the send
   * this is a rejection.
   *
   * @throws MailboxException {@code validation_error} without a note, {@code conflict} with reason
   *     {@code already_decided}
   */
  public Approval sendBack(
      Caller caller, String approvalId, String note, IdempotentRequest<Approval> idempotency) {
    check(caller, note);
    if (note.isBlank()) {
      throw noteMissing();
    }
    return reject(caller, approvalId, note, true, idempotency);
  }

  private Approval reject(
      Caller caller,
      String approvalId,
      @Nullable String note,
      boolean returned,
      IdempotentRequest<Approval> idempotency) {
    Decisions.Decider decider = new Decisions.Decider(caller.id(), note);
    return decide(
        caller,
        approvalId,
        idempotency,
        (tx, locked) -> decisions.reject(tx, locked.send(), locked.approval(), decider, returned));
  }

  Approval decide(
      Caller caller,
      String approvalId,
      IdempotentRequest<Approval> idempotency,
      BiFunction<StoreTransaction, Locked, Approval> decision) {
    return runner.write(
        idempotency,
        tx ->
            idempotency.finish(tx, decision.apply(tx, lock(tx, caller, approvalId, idempotency))));
  }

  static MailboxException noteMissing() {
    return MailboxException.validation(
        List.of(new FieldProblem("note", "must say what to change")));
  }

  static void check(Caller caller, @Nullable String note) {
    Access.requireHuman(caller);
    FieldProblems problems = new FieldProblems();
    problems.maxLength("note", note, MAX_NOTE_CHARACTERS);
    problems.refuseIfAny();
  }

  record Locked(Optional<Inbox> inbox, Send send, Approval approval) {
    Inbox requireInbox() {
      return inbox.orElseThrow(() -> MailboxException.notFound("inbox"));
    }
  }

  /** Locks the inbox, then the send: the global lock order. */
  private Locked lock(
      StoreTransaction tx,
      Caller caller,
      String approvalId,
      IdempotentRequest<Approval> idempotency) {
    Approval known = find(tx, caller, approvalId);
    idempotency.claim(tx, context.now());
    Optional<Inbox> inbox = tx.inboxes().lock(caller.scope(), known.inboxId());
    Send send =
        tx.sends()
            .lock(caller.scope(), known.sendId())
            .orElseThrow(() -> MailboxException.notFound("send"));
    return new Locked(inbox, send, find(tx, caller, approvalId));
  }

  Send pendingSend(Caller caller, String approvalId, IdempotentRequest<Approval> idempotency) {
    return context.read(
        tx -> {
          Approval approval = find(tx, caller, approvalId);
          idempotency.replay(tx, context.now());
          if (approval.status() != Approval.Status.PENDING) {
            throw Decisions.alreadyDecided();
          }
          return tx.sends()
              .find(caller.scope(), approval.sendId())
              .filter(send -> send.mail().contentHash().equals(approval.request().contentHash()))
              .orElseThrow(SendContent::changed);
        });
  }

  private static Approval find(StoreTransaction tx, Caller caller, String approvalId) {
    return tx.table(APPROVALS)
        .find(caller.scope().organizationId(), approvalId)
        .filter(approval -> caller.scope().contains(approval.scope()))
        .orElseThrow(() -> MailboxException.notFound("approval"));
  }
}
