package dev.agentmailbox.service.draft;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailFields;
import dev.agentmailbox.service.sending.MailInput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The validated fields of a new draft or a change; collects all problems. */
final class DraftFields {
  private final MailFields fields;
  private final List<OutgoingAttachment> uploads = new ArrayList<>();

  private DraftFields(MailFields fields) {
    this.fields = fields;
  }

  /**
   * Validates a new draft.
   *
   * @throws MailboxException {@code validation_error} with every problem, {@code invalid_header}
   */
  static DraftFields read(NewDraft draft, MailboxContext context) {
    DraftFields read = each(draft, context);
    read.origin(draft);
    read.fields.refuseIfWrong();
    return read;
  }

  /** As {@link #read(NewDraft, MailboxContext)}, without throwing. */
  static DraftFields each(NewDraft draft, MailboxContext context) {
    DraftFields read = new DraftFields(new MailFields(context.settings()));
    MailInput mail = draft.mail();
    MailInput.Recipients named = mail.recipients();
    read.fields.recipientCount(named.count());
    read.addresses("to", named.to());
    read.addresses("cc", named.cc());
    read.addresses("bcc", named.bcc());
    read.addresses("reply_to", draft.replyTo());
    read.fields.subject(mail.subject());
    read.fields.labels("labels", mail.labels());
    read.fields.sendAt(mail.sendAt(), context.now());
    read.uploads("attachments", mail.attachments());
    read.clientId(draft.clientId());
    return read;
  }

  /**
   * Validates a change.
   *
   * @throws MailboxException {@code validation_error} with every problem, {@code invalid_header}
   */
  static DraftFields read(DraftChanges changes, MailboxContext context) {
    DraftFields read = each(changes, context);
    if (changes.isEmpty()) {
      read.fields.problem("body", "must contain at least one field to change");
    }
    read.fields.refuseIfWrong();
    return read;
  }

  /** As {@link #read(DraftChanges, MailboxContext)}, without throwing. */
  static DraftFields each(DraftChanges changes, MailboxContext context) {
    DraftFields read = new DraftFields(new MailFields(context.settings()));
    read.addresses("to", changes.recipients().to().value());
    read.addresses("cc", changes.recipients().cc().value());
    read.addresses("bcc", changes.recipients().bcc().value());
    read.addresses("reply_to", changes.recipients().replyTo().value());
    read.fields.subject(changes.subject().value());
    read.fields.sendAt(changes.sendAt().value(), context.now());
    read.uploads("add_attachments", changes.addAttachments());
    read.labels(changes.labels());
    return read;
  }

  /** Validates the labels a draft is sent with. */
  static void checkLabels(LabelChange change) {
    each(change).fields.refuseIfWrong();
  }

  /** As {@link #checkLabels}, without throwing. */
  static DraftFields each(LabelChange change) {
    DraftFields read = new DraftFields(new MailFields());
    read.labels(change);
    return read;
  }

  List<FieldProblem> problems() {
    return fields.problems();
  }

  /** The uploaded attachments, in order. */
  List<OutgoingAttachment> uploads() {
    return List.copyOf(uploads);
  }

  private void addresses(String path, @Nullable List<String> texts) {
    if (texts == null) {
      return;
    }
    if (path.equals("reply_to") && texts.size() > MailFields.MAX_RECIPIENTS) {
      fields.problem(path, "must have at most " + MailFields.MAX_RECIPIENTS + " addresses");
    }
    for (int i = 0; i < texts.size(); i++) {
      fields.address(path + "[" + i + "]", texts.get(i));
    }
  }

  private void uploads(String path, List<AttachmentInput> files) {
    for (int i = 0; i < files.size(); i++) {
      String each = path + "[" + i + "]";
      String content = files.get(i).content();
      if (content == null || files.get(i).draftAttachmentId() != null) {
        fields.problem(each, "must have content");
      } else {
        fields.upload(each, files.get(i), content).ifPresent(uploads::add);
      }
    }
  }

  private void labels(LabelChange change) {
    fields.labels("add_labels", change.add());
    fields.labels("remove_labels", change.remove());
    if (change.remove().stream().anyMatch(change.add()::contains)) {
      fields.problem("remove_labels", "contains a label that is also in add_labels");
    }
  }

  private void origin(NewDraft draft) {
    if (draft.inReplyTo() != null && draft.forwardOf() != null) {
      fields.problem("forward_of", "must not be combined with in_reply_to");
    }
    if (draft.replyAll() && draft.inReplyTo() == null) {
      fields.problem("reply_all", "requires in_reply_to");
    }
  }

  private void clientId(@Nullable String clientId) {
    if (clientId == null) {
      return;
    }
    int characters = clientId.codePointCount(0, clientId.length());
    if (characters == 0 || characters > Draft.MAX_CLIENT_ID_CHARACTERS) {
      fields.problem(
          "client_id", "must have 1 to " + Draft.MAX_CLIENT_ID_CHARACTERS + " characters");
    }
  }
}
