package dev.agentmailbox.service.draft;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.message.Messages;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.record.DraftRemoval;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FilteredPage;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.DraftFiles;
import dev.agentmailbox.service.sending.MailFields;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Drafts. A draft is sent with {@link #send} only. While its send is pending or under way it cannot
 * be changed, and once {@code sent} it is deleted; after any other end it can be changed and sent
 * again. Thread safe.
 */
public final class Drafts {
  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Sends sends;
  private final DraftSending sending;
  private final DraftFiles files;
  private final DraftWriting writing;
  private final DraftRemoval removal;
  private final ContentRemoval content;

  public Drafts(MailboxContext context, IdempotencyRunner runner, Sends sends) {
    this.context = context;
    this.runner = runner;
    this.sends = sends;
    this.sending = new DraftSending(context, sends);
    this.files = new DraftFiles(context);
    this.writing = new DraftWriting(context);
    this.removal = new DraftRemoval(context);
    this.content = new ContentRemoval(context);
  }

  /** Validation errors of a new draft; nothing is looked up. */
  public List<FieldProblem> problems(MailInput mail) {
    return MailFields.ofDraft(mail, context).problems();
  }

  /** Validation errors of a change; nothing is looked up. */
  public List<FieldProblem> problems(DraftChanges changes) {
    return MailFields.ofChange(changes.mail(), changes.labels(), context).problems();
  }

  /** Validation errors of the labels for a send. */
  public List<FieldProblem> problems(LabelChange labels) {
    MailFields fields = new MailFields();
    fields.labels(labels);
    return fields.problems();
  }

  /**
   * Creates a draft, or returns the inbox's existing one with this client id, unchanged.
   *
   * @throws MailboxException {@code validation_error}, {@code invalid_header}, {@code not_found}
   *     (inbox, or the message it is about), {@code missing_permission} (also with reason {@code
   *     storage_limit}), {@code message_too_large}, {@code idempotency_conflict}
   * @throws IdempotentRequest.Replay the request was accepted before
   */
  public DraftView create(Caller caller, MailInput mail, IdempotentRequest<DraftView> idempotency) {
    MailFields fields = MailFields.ofDraft(mail, context);
    fields.about(mail.about());
    fields.refuseIfWrong();
    Optional<DraftWriting.About> about =
        context.read(
            tx -> {
              Inbox inbox = Access.inbox(tx, caller, mail.inboxId(), Permission.DRAFT_CREATE);
              idempotency.replay(tx, context.now());
              return writing.about(tx, caller, inbox, mail);
            });
    List<DraftAttachment> kept = files.keep(fields.uploads());
    DraftView created =
        discardUnlessWritten(
            kept,
            () ->
                runner.write(
                    idempotency, tx -> createIn(tx, caller, mail, kept, about, idempotency)));
    if (!created.draft().content().attachments().equals(kept)) {
      files.discard(kept);
    }
    return created;
  }

  private DraftView createIn(
      StoreTransaction tx,
      Caller caller,
      MailInput mail,
      List<DraftAttachment> kept,
      Optional<DraftWriting.About> about,
      IdempotentRequest<DraftView> idempotency) {
    Inbox inbox = Access.lockedInbox(tx, caller, mail.inboxId(), Permission.DRAFT_CREATE);
    idempotency.claim(tx, context.now());
    String clientId = mail.options().clientId();
    Optional<Draft> existing =
        clientId == null ? Optional.empty() : tx.drafts().findByClientId(inbox.scope(), clientId);
    if (existing.isPresent()) {
      return idempotency.finish(tx, view(tx, existing.get()));
    }
    DraftView created = writing.create(inbox, mail, kept, about);
    requireRoom(inbox, created.draft().size());
    if (!tx.drafts().insert(created.draft(), created.body())) {
      throw MailboxException.conflict("client_id", "another request has just used this client_id");
    }
    removal.countStorage(tx, created.draft(), created.draft().size());
    return idempotency.finish(tx, created);
  }

  /**
   * Resolves the scope for reads: the caller's own, one pod, or one inbox.
   *
   * @throws MailboxException {@code not_found} when pod or inbox are not in the caller's scope
   */
  public Scope within(Caller caller, ScopeRef scopeRef) {
    return context.read(tx -> scopeRef.within(tx, caller));
  }

  /** Drafts by creation. */
  public Page<Draft> list(Caller caller, Scope within, DraftFilter filter, PageRequest page) {
    Access.require(caller, Permission.DRAFT_READ);
    MessageFilter.requireValidLabels(filter.labels());
    return context.read(
        tx ->
            FilteredPage.page(
                page,
                request -> tx.drafts().list(within, filter.after(), filter.before(), request),
                draft -> draft.content().labels().containsAll(filter.labels()),
                draft -> new PagePosition(draft.createdAt(), draft.id())));
  }

  public DraftView get(Caller caller, Scope within, String draftId) {
    return context.read(tx -> view(tx, find(tx, caller, within, draftId, Permission.DRAFT_READ)));
  }

  /**
   * Changes a draft.
   *
   * @throws MailboxException {@code validation_error}, {@code invalid_header}, {@code not_found},
   *     {@code missing_permission}, {@code message_too_large}, {@code conflict} with reason {@code
   *     send_waiting}
   */
  public DraftView update(Caller caller, String draftId, DraftChanges changes) {
    MailFields fields = MailFields.ofChange(changes.mail(), changes.labels(), context);
    if (changes.isEmpty()) {
      fields.problem("body", "must contain at least one field to change");
    }
    fields.refuseIfWrong();
    context.read(
        tx -> {
          Scope inbox = ScopeRef.inbox(changes.mail().inboxId()).within(tx, caller);
          Draft draft = find(tx, caller, inbox, draftId, Permission.DRAFT_UPDATE);
          DraftSending.requireEditable(draft);
          return true;
        });
    List<DraftAttachment> kept = files.keep(fields.uploads());
    Changed changed =
        discardUnlessWritten(
            kept, () -> context.write(tx -> updateIn(tx, caller, draftId, changes, kept)));
    content.deleteUnnamed(changed.removed());
    return changed.view();
  }

  private record Changed(DraftView view, List<String> removed) {}

  private Changed updateIn(
      StoreTransaction tx,
      Caller caller,
      String draftId,
      DraftChanges changes,
      List<DraftAttachment> kept) {
    Inbox inbox = lockedInbox(tx, caller, changes.mail().inboxId());
    Draft before = locked(tx, caller, inbox, draftId, Permission.DRAFT_UPDATE);
    DraftView changed = writing.change(view(tx, before), changes, kept);
    Draft draft = changed.draft();
    requireRoom(inbox, draft.size() - before.size());
    tx.drafts().update(draft, changed.body());
    removal.countStorage(tx, draft, draft.size() - before.size());
    List<String> removed = new ArrayList<>();
    for (DraftAttachment file : before.content().attachments()) {
      if (!draft.content().attachments().contains(file)) {
        removed.add(file.contentKey());
      }
    }
    return new Changed(changed, removed);
  }

  /**
   * Deletes a draft and its content. Cancels a send of it that is scheduled or pending approval,
   * which also requires {@code message_send}.
   *
   * @throws MailboxException {@code not_found}, {@code missing_permission}; {@code conflict} with
   *     reason {@code send_waiting} while its send is being handed over
   */
  public void delete(Caller caller, String inboxId, String draftId) {
    content.deleteUnnamed(
        context.write(
            tx -> {
              Inbox inbox = lockedInbox(tx, caller, inboxId);
              // Lock order: send before draft.
              sends.takeBack(
                  tx, caller, find(tx, caller, inbox.scope(), draftId, Permission.DRAFT_DELETE));
              return removal.remove(
                  tx, locked(tx, caller, inbox, draftId, Permission.DRAFT_DELETE));
            }));
  }

  /**
   * Sends a draft: accepts or refuses it by the twelve checks. Requires {@code draft_send} and
   * {@code message_send}.
   *
   * @param labels changes to the draft's labels on the sent copy; may be empty
   * @throws MailboxException as {@link Sends#submit}; {@code conflict} with reason {@code
   *     send_waiting} while an earlier send of it is under way, {@code draft_changed} when it was
   *     changed or deleted meanwhile
   * @throws IdempotentRequest.Replay the request was accepted before
   */
  public SendResult send(
      Caller caller,
      String inboxId,
      String draftId,
      LabelChange labels,
      IdempotentRequest<SendResult> idempotency) {
    return sending.submit(caller, inboxId, draftId, labels, idempotency);
  }

  /** As {@link #send}, then waits up to {@link Sends#MAX_WAIT} for the hand-over. */
  public SendResult sendAndWait(
      Caller caller,
      String inboxId,
      String draftId,
      LabelChange labels,
      IdempotentRequest<SendResult> idempotency) {
    return sending.submitAndWait(caller, inboxId, draftId, labels, idempotency);
  }

  /** One attachment of a draft, decoded, for the holder of a signed link. */
  public Messages.Download download(Scope inbox, String draftId, String attachmentId)
      throws IOException {
    DraftAttachment file =
        context
            .read(tx -> tx.drafts().find(inbox, draftId))
            .flatMap(draft -> draft.content().attachment(attachmentId))
            .orElseThrow(() -> MailboxException.notFound("attachment"));
    Attachment named = file.file();
    return new Messages.Download(
        Optional.ofNullable(named.filename()).orElse(named.id()),
        named.contentType(),
        named.size(),
        files.content(file).open());
  }

  private static Draft find(
      StoreTransaction tx, Caller caller, Scope within, String draftId, Permission permission) {
    Draft draft =
        tx.drafts().find(within, draftId).orElseThrow(() -> MailboxException.notFound("draft"));
    Access.require(caller, permission);
    return draft;
  }

  /** Lock order: inbox before draft. The caller's permission is checked on the draft. */
  private static Inbox lockedInbox(StoreTransaction tx, Caller caller, String inboxId) {
    return tx.inboxes()
        .lock(caller.scope(), Inbox.normal(inboxId))
        .orElseThrow(() -> MailboxException.notFound("inbox"));
  }

  private static Draft locked(
      StoreTransaction tx, Caller caller, Inbox inbox, String draftId, Permission permission) {
    Draft draft =
        tx.drafts()
            .lock(inbox.scope(), draftId)
            .orElseThrow(() -> MailboxException.notFound("draft"));
    Access.require(caller, permission);
    DraftSending.requireEditable(draft);
    return draft;
  }

  private static DraftView view(StoreTransaction tx, Draft draft) {
    DraftBody body =
        tx.drafts()
            .body(draft.scope(), draft.id())
            .orElseThrow(() -> MailboxException.notFound("draft"));
    return new DraftView(draft, body);
  }

  private static void requireRoom(Inbox inbox, long bytes) {
    if (bytes > 0 && inbox.storedBytes() + bytes > Inbox.MAX_STORED_BYTES) {
      throw MailboxException.of(ErrorCode.MISSING_PERMISSION, "the inbox is full")
          .fixedBy("Delete mail or drafts of the inbox, or use another inbox.")
          .with("reason", "storage_limit");
    }
  }

  private <T> T discardUnlessWritten(List<DraftAttachment> kept, Supplier<T> write) {
    try {
      return write.get();
    } catch (StoreException unknown) {
      // The write may have been committed, so keep the content; the next start sweeps unreferenced
      // content.
      throw unknown;
    } catch (RuntimeException refused) {
      files.discard(kept);
      throw refused;
    }
  }
}
