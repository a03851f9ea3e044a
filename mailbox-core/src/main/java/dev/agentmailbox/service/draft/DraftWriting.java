package dev.agentmailbox.service.draft;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftContent;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.WrittenRecipients;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.sending.Answering;
import dev.agentmailbox.service.sending.MailFields;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.MailInput.Field;
import dev.agentmailbox.service.sending.Original;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Builds new and changed drafts within the limits, without writing them. */
final class DraftWriting {
  private final MailboxContext context;

  DraftWriting(MailboxContext context) {
    this.context = context;
  }

  /** A new draft of an inbox. */
  DraftView create(
      Inbox inbox, MailInput mail, List<DraftAttachment> files, Optional<About> about) {
    Instant now = context.now();
    Set<String> labels = new TreeSet<>(mail.options().labels());
    labels.add(Label.DRAFT);
    DraftBody body = new DraftBody(mail.content().text(), mail.content().html());
    DraftContent content =
        new DraftContent(
            labels,
            about.map(a -> a.recipients(mail)).orElse(mail.recipients()),
            about.map(a -> a.subject(mail)).orElse(mail.content().subject()),
            preview(body),
            files,
            about.map(About::origin).orElse(null),
            mail.options().sendAt(),
            size(body, files));
    requireFits(content);
    String id = context.ids().next(IdPrefix.DRAFT);
    String clientId = mail.options().clientId();
    Draft draft = new Draft(id, inbox.scope(), clientId, 1, content, null, now, now);
    return new DraftView(draft, body);
  }

  /**
   * Applies a change.
   *
   * @throws MailboxException {@code validation_error} for unknown attachments and too many
   *     recipients or labels, {@code message_too_large}
   */
  DraftView change(DraftView old, DraftChanges changes, List<DraftAttachment> added) {
    DraftContent before = old.draft().content();
    Set<Field> changed = changes.mail().changed();
    MailInput.Content given = changes.mail().content();
    DraftBody body =
        new DraftBody(
            changed.contains(Field.TEXT) ? given.text() : old.body().text(),
            changed.contains(Field.HTML) ? given.html() : old.body().html());
    List<DraftAttachment> files = new ArrayList<>(without(before, changes.removedAttachments()));
    files.addAll(added);
    Set<String> labels = changes.labels().apply(before.labels());
    WrittenRecipients recipients = recipients(before.recipients(), changes.mail());
    requireCounts(recipients, labels);
    DraftContent content =
        new DraftContent(
            labels,
            recipients,
            changed.contains(Field.SUBJECT) ? given.subject() : before.subject(),
            preview(body),
            files,
            before.origin(),
            changed.contains(Field.SEND_AT) ? changes.mail().options().sendAt() : before.sendAt(),
            size(body, files));
    requireFits(content);
    return new DraftView(old.draft().revised(content, context.now()), body);
  }

  /**
   * What a new draft takes from the message it is about.
   *
   * @param recipients of the reply; none for a forward
   * @param subject null when the caller may not read the message
   */
  record About(DraftOrigin origin, WrittenRecipients recipients, @Nullable String subject) {
    /** The author's recipients, or by default those of the reply. */
    WrittenRecipients recipients(MailInput mail) {
      WrittenRecipients own = mail.recipients();
      return own.count() > 0
          ? own
          : new WrittenRecipients(recipients.to(), recipients.cc(), List.of(), own.replyTo());
    }

    @Nullable String subject(MailInput mail) {
      String own = mail.content().subject();
      return own == null ? subject : own;
    }
  }

  /**
   * Resolves the message a new draft is about. Recipients and subject are filled in for a caller
   * who may read it; otherwise they are derived when the draft is sent.
   *
   * @throws MailboxException {@code not_found} when it does not exist or is hidden, {@code
   *     human_required} while it is held
   */
  Optional<About> about(StoreTransaction tx, Caller caller, Inbox inbox, MailInput mail) {
    String forwardOf = mail.about().forwardOf();
    if (forwardOf != null) {
      Message original =
          Original.find(tx, caller, inbox, forwardOf, Permission.MESSAGE_READ).message();
      Access.require(caller, Permission.MESSAGE_SEND);
      DraftOrigin origin = new DraftOrigin(SendKind.FORWARD, original.id(), List.of());
      return Optional.of(
          new About(origin, WrittenRecipients.NONE, Answering.subject(original, SendKind.FORWARD)));
    }
    String inReplyTo = mail.about().inReplyTo();
    if (inReplyTo == null) {
      return Optional.empty();
    }
    Original about = Original.find(tx, caller, inbox, inReplyTo, Permission.DRAFT_CREATE);
    Message original = about.message();
    SendKind kind = mail.kind();
    DraftOrigin origin = new DraftOrigin(kind, original.id(), about.references());
    if (!caller.may(Permission.MESSAGE_READ)) {
      return Optional.of(new About(origin, WrittenRecipients.NONE, null));
    }
    List<Recipient> answered = new Answering(inbox, context.settings()).recipients(original, kind);
    return Optional.of(new About(origin, shown(answered), Answering.subject(original, kind)));
  }

  /** None when there are too many; sending the draft will report that. */
  private static WrittenRecipients shown(List<Recipient> answered) {
    return answered.size() > MailFields.MAX_RECIPIENTS
        ? WrittenRecipients.NONE
        : new WrittenRecipients(
            texts(answered, RecipientRole.TO),
            texts(answered, RecipientRole.CC),
            List.of(),
            List.of());
  }

  private static List<String> texts(List<Recipient> recipients, RecipientRole role) {
    return recipients.stream()
        .filter(recipient -> recipient.role() == role)
        .map(recipient -> text(recipient.mailbox()))
        .toList();
  }

  /** Formats a mailbox so that it parses to the same value. */
  private static String text(MailAddress mailbox) {
    String name = mailbox.name();
    return name == null || name.isBlank()
        ? mailbox.address()
        : "\"%s\" <%s>"
            .formatted(name.replace("\\", "\\\\").replace("\"", "\\\""), mailbox.address());
  }

  private static List<DraftAttachment> without(DraftContent draft, List<String> removed) {
    List<FieldProblem> problems = new ArrayList<>();
    for (int i = 0; i < removed.size(); i++) {
      if (draft.attachment(removed.get(i)).isEmpty()) {
        problems.add(
            new FieldProblem(
                "remove_attachments[" + i + "]", "is not an attachment of this draft"));
      }
    }
    if (!problems.isEmpty()) {
      throw MailboxException.validation(problems);
    }
    return draft.attachments().stream().filter(file -> !removed.contains(file.id())).toList();
  }

  private static WrittenRecipients recipients(WrittenRecipients before, MailInput changes) {
    Set<Field> changed = changes.changed();
    WrittenRecipients given = changes.recipients();
    return new WrittenRecipients(
        changed.contains(Field.TO) ? given.to() : before.to(),
        changed.contains(Field.CC) ? given.cc() : before.cc(),
        changed.contains(Field.BCC) ? given.bcc() : before.bcc(),
        changed.contains(Field.REPLY_TO) ? given.replyTo() : before.replyTo());
  }

  private static void requireCounts(WrittenRecipients recipients, Set<String> labels) {
    MailFields fields = new MailFields();
    fields.recipientCount(recipients.count());
    if (labels.size() > Label.MAX_PER_MESSAGE + 1) {
      fields.problem("add_labels", "a draft can have at most " + Label.MAX_PER_MESSAGE + " labels");
    }
    fields.refuseIfWrong();
  }

  private static void requireFits(DraftContent draft) {
    long bytes = draft.attachments().stream().mapToLong(file -> file.file().size()).sum();
    if (draft.attachments().size() > Draft.MAX_ATTACHMENTS) {
      throw tooLarge("a draft can have at most " + Draft.MAX_ATTACHMENTS + " attachments", bytes);
    }
    if (bytes > Draft.MAX_ATTACHMENT_BYTES) {
      throw tooLarge(
          "the attachments of a draft can have at most " + Draft.MAX_ATTACHMENT_BYTES + " bytes",
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

  private static String toText(String html) {
    try {
      return HtmlText.toText(html);
    } catch (UnreadableHtmlException over) {
      throw over.refusal("html");
    }
  }

  private static @Nullable String preview(DraftBody body) {
    String text = body.text();
    String html = body.html();
    // Also when there is a text, so that no draft is stored whose HTML cannot be sent.
    String made = html == null ? null : toText(html);
    text = text == null ? made : text;
    return text == null ? null : Texts.preview(text);
  }
}
