package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.draft.DraftRecipients;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.HtmlText;
import dev.agentmailbox.mime.ParsedMessage;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.SendKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes drafts of what authors say and keeps them within the limits. Writes nothing. */
final class DraftWriting {
  private final MailboxContext context;

  DraftWriting(MailboxContext context) {
    this.context = context;
  }

  /** A new draft of an inbox. */
  DraftView create(
      Inbox inbox, NewDraft request, List<DraftAttachment> files, Optional<DraftOrigin> origin) {
    Instant now = context.now();
    Set<String> labels = new TreeSet<>(request.labels());
    labels.add(Label.DRAFT);
    DraftBody body = new DraftBody(request.text(), request.html());
    Draft draft =
        new Draft(
            context.ids().next(IdPrefix.DRAFT),
            inbox.organizationId(),
            inbox.podId(),
            inbox.address(),
            request.clientId(),
            1,
            labels,
            request.recipients(),
            request.subject(),
            preview(body),
            files,
            origin.orElse(null),
            request.sendAt(),
            null,
            size(body, files),
            now,
            now);
    requireFits(draft);
    return new DraftView(draft, body);
  }

  /**
   * The draft after a change.
   *
   * @throws MailboxException {@code validation_error} for attachments it does not have and too many
   *     recipients or labels, {@code message_too_large}
   */
  DraftView change(DraftView old, DraftChanges changes, List<DraftAttachment> added) {
    Draft before = old.draft();
    DraftBody body =
        new DraftBody(changes.text().or(old.body().text()), changes.html().or(old.body().html()));
    List<DraftAttachment> files = new ArrayList<>(without(before, changes.removeAttachments()));
    files.addAll(added);
    Set<String> labels = changes.labels().apply(before.labels());
    DraftRecipients recipients = recipients(before.recipients(), changes);
    requireCounts(recipients, labels);
    Draft draft =
        new Draft(
            before.id(),
            before.organizationId(),
            before.podId(),
            before.inboxId(),
            before.clientId(),
            before.revision() + 1,
            labels,
            recipients,
            changes.subject().or(before.subject()),
            preview(body),
            files,
            before.origin(),
            changes.sendAt().or(before.sendAt()),
            before.submission(),
            size(body, files),
            before.createdAt(),
            context.now());
    requireFits(draft);
    return new DraftView(draft, body);
  }

  /**
   * The message a new draft is about.
   *
   * @throws MailboxException {@code not_found} when the inbox has no such message in sight, {@code
   *     human_required} while it is held
   */
  static Optional<DraftOrigin> origin(
      StoreTransaction tx, Caller caller, Inbox inbox, NewDraft request) {
    String forwardOf = request.forwardOf();
    if (forwardOf != null) {
      Message original = Original.find(tx, caller, inbox, forwardOf).message();
      return Optional.of(new DraftOrigin(SendKind.FORWARD, original.id(), List.of()));
    }
    String inReplyTo = request.inReplyTo();
    if (inReplyTo == null) {
      return Optional.empty();
    }
    Message original = Original.find(tx, caller, inbox, inReplyTo).message();
    List<String> references = new ArrayList<>(original.references());
    Optional.ofNullable(original.rfcMessageId()).ifPresent(references::add);
    SendKind kind = request.replyAll() ? SendKind.REPLY_ALL : SendKind.REPLY;
    return Optional.of(new DraftOrigin(kind, original.id(), references));
  }

  private static List<DraftAttachment> without(Draft draft, List<String> removed) {
    List<FieldProblem> problems = new ArrayList<>();
    for (int i = 0; i < removed.size(); i++) {
      if (draft.attachment(removed.get(i)).isEmpty()) {
        problems.add(
            new FieldProblem("remove_attachments[" + i + "]", "is no attachment of this draft"));
      }
    }
    if (!problems.isEmpty()) {
      throw MailboxException.validation(problems);
    }
    return draft.attachments().stream().filter(file -> !removed.contains(file.id())).toList();
  }

  private static DraftRecipients recipients(DraftRecipients before, DraftChanges changes) {
    return new DraftRecipients(
        list(changes.to(), before.to()),
        list(changes.cc(), before.cc()),
        list(changes.bcc(), before.bcc()),
        list(changes.replyTo(), before.replyTo()));
  }

  private static List<String> list(Change<List<String>> change, List<String> before) {
    List<String> changed = change.or(before);
    return changed == null ? List.of() : changed;
  }

  private static void requireCounts(DraftRecipients recipients, Set<String> labels) {
    MailFields fields = new MailFields();
    fields.recipientCount(recipients.count());
    if (labels.size() > Label.MAX_PER_MESSAGE + 1) {
      fields.problem("add_labels", "a draft has at most " + Label.MAX_PER_MESSAGE + " labels");
    }
    fields.refuseIfWrong();
  }

  private static void requireFits(Draft draft) {
    long bytes = draft.attachments().stream().mapToLong(file -> file.file().size()).sum();
    if (draft.attachments().size() > Draft.MAX_ATTACHMENTS) {
      throw tooLarge("a draft has at most " + Draft.MAX_ATTACHMENTS + " attachments", bytes);
    }
    if (bytes > Draft.MAX_ATTACHMENT_BYTES) {
      throw tooLarge(
          "the attachments of a draft have at most " + Draft.MAX_ATTACHMENT_BYTES + " bytes",
          bytes);
    }
  }

  private static MailboxException tooLarge(String text, long bytes) {
    return MailboxException.of(ErrorCode.MESSAGE_TOO_LARGE, text)
        .with("limit_bytes", Draft.MAX_ATTACHMENT_BYTES)
        .with("estimated_bytes", bytes);
  }

  private static long size(DraftBody body, List<DraftAttachment> files) {
    return body.size() + files.stream().mapToLong(file -> file.file().size()).sum();
  }

  private static @Nullable String preview(DraftBody body) {
    String text = body.text();
    String html = body.html();
    if (text == null && html != null) {
      text = HtmlText.toText(html);
    }
    return text == null ? null : ParsedMessage.preview(text);
  }
}
