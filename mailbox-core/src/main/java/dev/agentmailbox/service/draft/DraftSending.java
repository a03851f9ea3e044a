package dev.agentmailbox.service.draft;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftContent;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.event.SendEvents;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailFields;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.MailInput.About;
import dev.agentmailbox.service.sending.SendHook;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sends a draft through the same path as any send. The draft is read again in the write transaction
 * of the send, so that its current version is sent. Thread safe.
 */
final class DraftSending {
  private final MailboxContext context;
  private final Sends sends;
  private final SendEvents events;

  DraftSending(MailboxContext context, Sends sends) {
    this.context = context;
    this.sends = sends;
    this.events = new SendEvents(context);
  }

  /**
   * Submits a draft.
   *
   * @param labels changes to the draft's labels on the sent copy
   * @throws MailboxException as {@link Sends#submit}; {@code conflict} while an earlier send of the
   *     draft is under way, or when it changed meanwhile
   */
  SendResult submit(
      Caller caller,
      String inboxId,
      String draftId,
      LabelChange labels,
      IdempotentRequest<SendResult> idempotency) {
    DraftView view = view(caller, inboxId, draftId, labels, idempotency);
    return sends.submit(caller, mail(view, labels), idempotency, new Together(view.draft()));
  }

  /** As {@link #submit}, then waits for the hand-over. */
  SendResult submitAndWait(
      Caller caller,
      String inboxId,
      String draftId,
      LabelChange labels,
      IdempotentRequest<SendResult> idempotency) {
    DraftView view = view(caller, inboxId, draftId, labels, idempotency);
    return sends.submitAndWait(caller, mail(view, labels), idempotency, new Together(view.draft()));
  }

  private DraftView view(
      Caller caller,
      String inboxId,
      String draftId,
      LabelChange labels,
      IdempotentRequest<SendResult> idempotency) {
    MailFields fields = new MailFields();
    fields.labels(labels);
    fields.refuseIfWrong();
    return context.read(tx -> find(tx, caller, inboxId, draftId, idempotency));
  }

  private DraftView find(
      StoreTransaction tx,
      Caller caller,
      String inboxId,
      String draftId,
      IdempotentRequest<SendResult> idempotency) {
    Inbox inbox =
        tx.inboxes()
            .find(caller.scope(), Inbox.normal(inboxId))
            .orElseThrow(() -> MailboxException.notFound("inbox"));
    Optional<Draft> found = tx.drafts().find(inbox.scope(), draftId);
    if (found.isEmpty() && !caller.may(Permission.DRAFT_SEND)) {
      throw MailboxException.notFound("draft");
    }
    Access.require(caller, Permission.DRAFT_SEND);
    Access.require(caller, Permission.MESSAGE_SEND);
    // A sent draft is deleted, but a duplicate of its request still gets the recorded response.
    idempotency.replay(tx, context.now());
    Draft draft = found.orElseThrow(() -> MailboxException.notFound("draft"));
    requireEditable(draft);
    requireOriginal(tx, draft);
    DraftBody body =
        tx.drafts()
            .body(inbox.scope(), draftId)
            .orElseThrow(() -> MailboxException.notFound("draft"));
    return new DraftView(draft, body);
  }

  /** The original may have been deleted; then there is nothing to answer or forward. */
  private static void requireOriginal(StoreTransaction tx, Draft draft) {
    DraftOrigin origin = draft.content().origin();
    if (origin != null && tx.messages().find(draft.scope(), origin.messageId()).isEmpty()) {
      throw MailboxException.conflict(
          "original_missing", "the message that this draft replies to or forwards was deleted");
    }
  }

  private static MailInput mail(DraftView view, LabelChange change) {
    Draft draft = view.draft();
    DraftContent content = draft.content();
    DraftOrigin origin = content.origin();
    Set<String> labels = new TreeSet<>(change.apply(content.labels()));
    labels.remove(Label.DRAFT);
    return new MailInput(
        draft.inboxId(),
        origin == null ? About.NOTHING : About.of(origin.kind(), origin.messageId()),
        content.recipients(),
        new MailInput.Content(
            content.subject(),
            view.body().text(),
            view.body().html(),
            content.files().stream().map(f -> AttachmentInput.ofDraft(f.id())).toList()),
        new MailInput.Options(List.copyOf(labels), content.sendAt(), null, Map.of(), null),
        Set.of());
  }

  /** Updates the draft in the transaction of the send. */
  private final class Together implements SendHook {
    private final Draft read;

    Together(Draft read) {
      this.read = read;
    }

    @Override
    public String draftId() {
      return read.id();
    }

    @Override
    public void before(StoreTransaction tx, Inbox inbox) {
      Draft draft = tx.drafts().lock(inbox.scope(), read.id()).orElseThrow(DraftSending::changed);
      requireEditable(draft);
      if (draft.revision() != read.revision()) {
        throw changed();
      }
    }

    @Override
    public void after(StoreTransaction tx, Send send) {
      tx.drafts().submit(read.withSubmission(DraftSubmission.of(send), context.now()));
      tx.publish(events.submitted(send, read.id()));
    }
  }

  /** Requires that no send of the draft is pending or under way. */
  static void requireEditable(Draft draft) {
    if (draft.isWaiting()) {
      throw MailboxException.conflict(
          "send_waiting", "a send of this draft is pending or in progress; cancel it first");
    }
  }

  private static MailboxException changed() {
    return MailboxException.conflict(
        "draft_changed", "the draft was changed or deleted while it was being sent");
  }
}
