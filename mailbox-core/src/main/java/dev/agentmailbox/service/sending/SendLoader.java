package dev.agentmailbox.service.sending;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.SendFields.GivenFile;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Performs checks 1 and 2 of a send and reads everything needed to compose the mail, outside any
 * write transaction. Thread safe.
 */
final class SendLoader {
  private final MailboxContext context;
  private final ReleaseStep release;
  private final SendResolver resolver;
  private final DraftFiles draftFiles;

  SendLoader(MailboxContext context, ReleaseStep release) {
    this.context = context;
    this.release = release;
    this.resolver = new SendResolver(context);
    this.draftFiles = new DraftFiles(context);
  }

  /** Data read in one transaction. */
  record Found(
      Inbox inbox,
      EffectivePolicy policy,
      Optional<Original> original,
      List<DraftAttachment> ofDrafts) {}

  /**
   * Loads the data of a command.
   *
   * @throws MailboxException the request is invalid, out of scope or not permitted
   * @throws IdempotentRequest.Replay the request was accepted before
   */
  SendRequest load(Caller caller, SendCommand command, IdempotentRequest<SendResult> idempotency) {
    SendFields fields = SendFields.read(command, context.settings(), context.now());
    if (!fields.problems().isEmpty()) {
      replayLate(caller, command, idempotency);
      throw MailboxException.validation(fields.problems());
    }
    Found found = context.read(tx -> find(tx, caller, command, fields, idempotency));
    return resolver.derive(command, fields, found, files(fields, found.ofDrafts()));
  }

  private Found find(
      StoreTransaction tx,
      Caller caller,
      SendCommand command,
      SendFields fields,
      IdempotentRequest<SendResult> idempotency) {
    Inbox inbox = Access.inbox(tx, caller, command.inboxId(), Permission.MESSAGE_SEND);
    idempotency.replay(tx, context.now());
    String messageId = command.messageId();
    // Forwarding a message or attaching a draft's file would let the caller read it.
    Permission needed =
        command.kind() == SendKind.FORWARD ? Permission.MESSAGE_READ : Permission.MESSAGE_SEND;
    Optional<Original> original =
        messageId == null
            ? Optional.empty()
            : Optional.of(Original.find(tx, caller, inbox, messageId, needed));
    if (command.draftId() == null
        && fields.files().stream().anyMatch(GivenFile.OfDraft.class::isInstance)) {
      Access.require(caller, Permission.DRAFT_READ);
    }
    return new Found(inbox, release.policy(tx, inbox), original, ofDrafts(tx, inbox, fields));
  }

  /** The draft attachments the command references, in its order. */
  private static List<DraftAttachment> ofDrafts(
      StoreTransaction tx, Inbox inbox, SendFields fields) {
    List<DraftAttachment> found = new ArrayList<>();
    List<FieldProblem> problems = new ArrayList<>();
    for (GivenFile file : fields.files()) {
      if (file instanceof GivenFile.OfDraft named) {
        tx.drafts()
            .findByAttachment(inbox.scope(), named.attachmentId())
            .flatMap(draft -> draft.content().attachment(named.attachmentId()))
            .ifPresentOrElse(
                found::add,
                () ->
                    problems.add(
                        new FieldProblem(
                            named.path(), "is not an attachment of a draft in this inbox")));
      }
    }
    if (!problems.isEmpty()) {
      throw MailboxException.validation(problems);
    }
    return found;
  }

  /** All attachments in the order of the command; those of drafts only if they can fit. */
  private SendRequest.Files files(SendFields fields, List<DraftAttachment> ofDrafts) {
    SendRequest.Files read = draftFiles.read(ofDrafts);
    List<OutgoingAttachment> inOrder = new ArrayList<>();
    int next = 0;
    for (GivenFile file : fields.files()) {
      if (file instanceof GivenFile.Uploaded uploaded) {
        inOrder.add(uploaded.file());
      } else if (!read.read().isEmpty()) {
        inOrder.add(read.read().get(next++));
      }
    }
    return new SendRequest.Files(inOrder, read.unread());
  }

  /** Replays an accepted request that has become invalid because its send time has passed. */
  private void replayLate(
      Caller caller, SendCommand command, IdempotentRequest<SendResult> idempotency) {
    context.read(
        tx -> {
          tx.inboxes()
              .find(caller.scope(), Access.normal(command.inboxId()))
              .filter(inbox -> caller.may(Permission.MESSAGE_SEND))
              .ifPresent(inbox -> idempotency.replay(tx, context.now()));
          return true;
        });
  }
}
