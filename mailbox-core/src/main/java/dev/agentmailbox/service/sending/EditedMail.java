package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.read.MimeDefect;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendEdit;
import dev.agentmailbox.sending.SendEdit.Change;
import dev.agentmailbox.sending.SendEdit.Field;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.release.Evidence;
import dev.agentmailbox.service.sending.release.Evidence.Trait;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A mail that waits for approval, composed again with what a human changed. Everything else stays
 * as its author had it: author, threading, files and Message-ID. Reads raw content, so it is used
 * outside any transaction. Not thread safe.
 */
final class EditedMail {
  /** Fields of the message that an edit keeps. */
  private static final List<String> KEPT_FIELDS = List.of("Auto-Submitted", "X-Service-Client-Ref");

  private static final Set<MimeDefect> INCOMPLETE =
      EnumSet.of(
          MimeDefect.TEXT_TRUNCATED,
          MimeDefect.TOO_COMPLEX,
          MimeDefect.TOO_SLOW,
          MimeDefect.UNREADABLE);

  private final MailboxContext context;
  private final Send send;
  private final ParsedMessage mail;
  private final MailFields fields;
  private final OutgoingMessage.Content content;
  private final List<Change> changes = new ArrayList<>();

  /**
   * Validates an edit.
   *
   * @param mail parsed from the bytes of the send
   * @throws MailboxException {@code validation_error}, {@code invalid_header}
   */
  EditedMail(MailboxContext context, Send send, ParsedMessage mail, MailEdit edit) {
    this.context = context;
    this.send = send;
    this.mail = mail;
    String subject = kept(edit.subject(), mail.headers().subject());
    String html = kept(edit.html(), mail.html());
    String text = kept(edit.text(), mail.text());
    if (html != null && edit.html() != null && edit.text() == null) {
      text = converted(html);
    }
    MailInput input =
        MailInput.from(send.inboxId())
            .to(kept(edit.to(), RecipientRole.TO))
            .cc(kept(edit.cc(), RecipientRole.CC))
            .bcc(kept(edit.bcc(), RecipientRole.BCC))
            .subject(subject)
            .text(text)
            .html(html)
            .build();
    this.fields = MailFields.ofSend(input, false, context);
    this.content = new OutgoingMessage.Content(subject, text, html, List.of());
    if (mail.defects().stream().anyMatch(INCOMPLETE::contains)) {
      fields.problem("body", "the mail is too large or too complex to be edited");
    } else if (edit.text() != null && edit.html() == null && mail.html() != null) {
      fields.problem("html", "is required with text: the mail has HTML, which most people see");
    }
    change(Field.TO, names(RecipientRole.TO), input.recipients().to());
    change(Field.CC, names(RecipientRole.CC), input.recipients().cc());
    change(Field.BCC, names(RecipientRole.BCC), input.recipients().bcc());
    change(Field.SUBJECT, mail.headers().subject(), subject);
    change(Field.TEXT, mail.text(), text);
    change(Field.HTML, mail.html(), html);
    if (changes.isEmpty()) {
      fields.problem("body", "changes nothing");
    }
    refuseIfWrong();
  }

  private void refuseIfWrong() {
    if (!fields.problems().isEmpty()) {
      throw MailboxException.validation(
          fields.problems().stream()
              .map(problem -> new FieldProblem(path(problem.path()), problem.message()))
              .toList());
    }
    fields.refuseIfWrong();
  }

  private static String path(String field) {
    return field.equals("body") ? "edit" : "edit." + field;
  }

  /** The text of other HTML would say something else. */
  private static String converted(String html) {
    try {
      return HtmlText.toText(html);
    } catch (UnreadableHtmlException over) {
      throw over.refusal("html");
    }
  }

  private static @Nullable String kept(@Nullable String given, @Nullable String before) {
    String value = given == null ? before : given;
    return value == null || value.isEmpty() ? null : value;
  }

  private List<String> kept(@Nullable List<String> given, RecipientRole role) {
    return given == null ? names(role) : given;
  }

  private List<String> names(RecipientRole role) {
    return send.recipients().stream()
        .map(SendRecipient::recipient)
        .filter(recipient -> recipient.role() == role)
        .map(recipient -> recipient.mailbox().display())
        .toList();
  }

  private void change(Field field, List<String> before, List<String> after) {
    change(field, joined(before), joined(after));
  }

  private static @Nullable String joined(List<String> names) {
    return names.isEmpty() ? null : String.join(", ", names);
  }

  private void change(Field field, @Nullable String before, @Nullable String after) {
    if (!Objects.equals(before, after)) {
      changes.add(new Change(field, before, after));
    }
  }

  /** The changes, as a record of who made them. */
  SendEdit edit(String by, Instant at) {
    return new SendEdit(send.id(), send.scope(), send.mail().contentHash(), by, at, changes);
  }

  /**
   * Composes the mail and makes its bytes durable. The caller discards them if no row will
   * reference them.
   *
   * @param raw the bytes of the send
   * @throws MailboxException {@code upstream_unavailable} when the content cannot be read, or as
   *     {@link MailBytes#write}
   */
  SendRequest composeAndKeep(Inbox inbox, RawMessage raw) {
    List<Recipient> recipients = fields.recipients();
    MailFiles files = files(raw);
    OutgoingMessage message = message(recipients, files);
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    ComposedMail composed =
        new MailBytes(context, inbox, send.mail().labels())
            .write(message, files, written(), List.of(), traits, true);
    return new SendRequest(
        inbox,
        inbox.scope(),
        send.origin(),
        recipients,
        send.threadId(),
        send.times().sendAt(),
        composed,
        new Evidence(List.of(), List.of(), files.count(), Set.of(), traits));
  }

  private MailFiles files(RawMessage raw) {
    List<Attachment> files =
        mail.attachments().stream().map(file -> file.named(file.partPath())).toList();
    try {
      return new MailFiles(MailFiles.read(raw, files), 0, 0);
    } catch (IOException storage) {
      throw SendContent.unreadable(storage);
    }
  }

  private OutgoingMessage message(List<Recipient> recipients, MailFiles files) {
    MessageHeaders headers = mail.headers();
    MailAddress author = Objects.requireNonNull(headers.author(), "a composed mail has an author");
    Instant sendAt = send.times().sendAt();
    Map<String, String> extra = new LinkedHashMap<>();
    KEPT_FIELDS.forEach(name -> mail.header(name).ifPresent(value -> extra.put(name, value)));
    return new OutgoingMessage(
        author,
        MailAddress.bare(author.address()),
        Composer.byRole(recipients),
        new OutgoingMessage.Content(
            content.subject(), content.text(), content.html(), files.read()),
        send.mail().rfcMessageId(),
        sendAt == null ? context.now() : sendAt,
        new OutgoingMessage.Ancestors(headers.inReplyTo(), headers.references()),
        extra);
  }

  /** The lines that are new: what was there before has passed the checks, quotes included. */
  private OutgoingMessage.Content written() {
    return new OutgoingMessage.Content(
        added(mail.headers().subject(), content.subject()),
        added(mail.text(), content.text()),
        added(mail.html(), content.html()),
        List.of());
  }

  private static @Nullable String added(@Nullable String before, @Nullable String after) {
    if (after == null) {
      return null;
    }
    Set<String> known =
        before == null
            ? Collections.emptySet()
            : before.lines().collect(Collectors.toCollection(HashSet::new));
    return after.lines().filter(line -> !known.contains(line)).collect(Collectors.joining("\n"));
  }
}
