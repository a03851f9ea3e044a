package dev.agentmailbox.service.sending;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Performs checks 1 and 2 of a send and reads everything needed to compose the mail, outside any
 * write transaction. Thread safe.
 */
final class SendLoader {
  private final MailboxContext context;
  private final ReleaseStep release;

  SendLoader(MailboxContext context, ReleaseStep release) {
    this.context = context;
    this.release = release;
  }

  /**
   * Loads what a mail is composed from.
   *
   * @param draftId the draft it is made from; null for none
   * @throws MailboxException the request is invalid, out of scope or not permitted
   * @throws IdempotentRequest.Replay the request was accepted before
   */
  Composer load(
      Caller caller,
      MailInput mail,
      @Nullable String draftId,
      IdempotentRequest<SendResult> idempotency) {
    MailFields fields = MailFields.ofSend(mail, draftId != null, context);
    if (!fields.problems().isEmpty()) {
      replayLate(caller, mail, idempotency);
      throw MailboxException.validation(fields.problems());
    }
    return context.read(
        tx -> {
          Inbox inbox = Access.inbox(tx, caller, mail.inboxId(), Permission.MESSAGE_SEND);
          idempotency.replay(tx, context.now());
          Original original = original(tx, caller, inbox, mail);
          if (draftId == null
              && mail.content().attachments().stream().anyMatch(AttachmentInput::isOfDraft)) {
            Access.require(caller, Permission.DRAFT_READ);
          }
          return new Composer(
              context,
              caller.scope(),
              mail,
              draftId,
              fields,
              inbox,
              release.policy(tx, inbox),
              original,
              ofDrafts(tx, inbox, mail.content().attachments()));
        });
  }

  private static @Nullable Original original(
      StoreTransaction tx, Caller caller, Inbox inbox, MailInput mail) {
    String messageId = mail.about().messageId();
    // Forwarding a message or attaching a draft's file would let the caller read it.
    Permission needed =
        mail.kind() == SendKind.FORWARD ? Permission.MESSAGE_READ : Permission.MESSAGE_SEND;
    return messageId == null ? null : Original.find(tx, caller, inbox, messageId, needed);
  }

  /** The draft attachments the mail references, in its order. */
  private static List<DraftAttachment> ofDrafts(
      StoreTransaction tx, Inbox inbox, List<AttachmentInput> files) {
    List<DraftAttachment> found = new ArrayList<>();
    List<FieldProblem> problems = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      String attachmentId = files.get(i).draftAttachmentId();
      if (attachmentId == null) {
        continue;
      }
      Optional<DraftAttachment> file =
          tx.drafts()
              .findByAttachment(inbox.scope(), attachmentId)
              .flatMap(draft -> draft.content().attachment(attachmentId));
      file.ifPresent(found::add);
      if (file.isEmpty()) {
        problems.add(
            new FieldProblem(
                "attachments[" + i + "].draft_attachment_id",
                "is not an attachment of a draft in this inbox"));
      }
    }
    if (!problems.isEmpty()) {
      throw MailboxException.validation(problems);
    }
    return found;
  }

  /** Replays an accepted request that has become invalid because its send time has passed. */
  private void replayLate(
      Caller caller, MailInput mail, IdempotentRequest<SendResult> idempotency) {
    context.read(
        tx -> {
          tx.inboxes()
              .find(caller.scope(), Inbox.normal(mail.inboxId()))
              .filter(inbox -> caller.may(Permission.MESSAGE_SEND))
              .ifPresent(inbox -> idempotency.replay(tx, context.now()));
          return true;
        });
  }
}
