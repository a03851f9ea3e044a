package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The validated fields of a command; collects all problems. */
final class SendFields {
  /** The one header field callers may set, case-insensitive. */
  static final String CLIENT_REFERENCE = "X-Service-Client-Ref";

  private final MailFields fields;
  private final List<Recipient> recipients = new ArrayList<>();
  private final List<GivenFile> files = new ArrayList<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable Set<String> expected;

  private SendFields(MailboxSettings settings) {
    fields = new MailFields(settings);
  }

  static SendFields read(SendCommand command, MailboxSettings settings, Instant now) {
    SendFields read = new SendFields(settings);
    MailInput mail = command.mail();
    read.recipients(command.kind(), mail.recipients());
    read.fields.subject(mail.subject());
    read.files(mail.attachments());
    read.fields.labels("labels", mail.labels());
    read.fields.sendAt(mail.sendAt(), now);
    read.expected(command.expectedRecipients());
    read.headers(command.headers());
    if (command.draftId() == null) {
      read.notForThisKind(command);
    }
    return read;
  }

  /** An attachment of the request. */
  sealed interface GivenFile {
    /** Uploaded with the request. */
    record Uploaded(OutgoingAttachment file) implements GivenFile {}

    /**
     * Referenced by id.
     *
     * @param path field path in the request
     */
    record OfDraft(String path, String attachmentId) implements GivenFile {}
  }

  List<FieldProblem> problems() {
    return fields.problems();
  }

  /** Paths of fields that contain a control character. */
  List<String> unclean() {
    return fields.unclean();
  }

  /** Each address once, in its first role. */
  List<Recipient> recipients() {
    return List.copyOf(recipients);
  }

  List<GivenFile> files() {
    return List.copyOf(files);
  }

  Map<String, String> headers() {
    return Map.copyOf(headers);
  }

  /** In lower case; empty for no expectation. */
  Optional<Set<String>> expected() {
    return Optional.ofNullable(expected).map(Set::copyOf);
  }

  private void recipients(SendKind kind, MailInput.Recipients given) {
    boolean names = kind == SendKind.SEND || kind == SendKind.FORWARD;
    if (names && given.to().isEmpty()) {
      fields.problem("to", "must contain at least one address");
    }
    fields.recipientCount(given.count());
    Set<String> seen = new HashSet<>();
    recipients("to", given.to(), RecipientRole.TO, seen);
    recipients("cc", given.cc(), RecipientRole.CC, seen);
    recipients("bcc", given.bcc(), RecipientRole.BCC, seen);
  }

  private void recipients(String path, List<String> texts, RecipientRole role, Set<String> seen) {
    for (int i = 0; i < texts.size(); i++) {
      fields
          .address(path + "[" + i + "]", texts.get(i))
          .filter(mailbox -> seen.add(mailbox.key()))
          .ifPresent(mailbox -> recipients.add(new Recipient(mailbox, role)));
    }
  }

  private void files(List<AttachmentInput> given) {
    for (int i = 0; i < given.size(); i++) {
      file("attachments[" + i + "]", given.get(i));
    }
  }

  private void file(String path, AttachmentInput file) {
    String content = file.content();
    String attachmentId = file.draftAttachmentId();
    if (content != null && attachmentId == null) {
      fields.upload(path, file, content).map(GivenFile.Uploaded::new).ifPresent(files::add);
    } else if (content == null && attachmentId != null) {
      if (!file.equals(AttachmentInput.ofDraft(attachmentId))) {
        fields.problem(path, "draft_attachment_id must not be combined with other fields");
      }
      files.add(new GivenFile.OfDraft(path + ".draft_attachment_id", attachmentId));
    } else {
      fields.problem(path, "must have either content or draft_attachment_id");
    }
  }

  private void expected(@Nullable List<String> texts) {
    if (texts == null) {
      return;
    }
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < texts.size(); i++) {
      fields
          .address("expected_recipients[" + i + "]", texts.get(i))
          .ifPresent(mailbox -> keys.add(mailbox.key()));
    }
    expected = keys;
  }

  private void headers(Map<String, String> given) {
    for (Map.Entry<String, String> header : given.entrySet()) {
      if (!header.getKey().equalsIgnoreCase(CLIENT_REFERENCE) || !headers.isEmpty()) {
        fields.problem(
            "headers." + header.getKey(),
            "is not allowed: only " + CLIENT_REFERENCE + " may be set, once");
      } else if (fields.isClean("headers." + CLIENT_REFERENCE, header.getValue())) {
        fields.requireLength(
            "headers." + CLIENT_REFERENCE, header.getValue(), MailFields.MAX_HEADER_CHARACTERS);
        headers.put(CLIENT_REFERENCE, header.getValue());
      }
    }
  }

  private void notForThisKind(SendCommand command) {
    if (command.kind() == SendKind.SEND) {
      return;
    }
    MailInput mail = command.mail();
    String kind = command.kind().wireName().toLowerCase(Locale.ROOT);
    if (mail.subject() != null) {
      fields.problem("subject", "must be left out: the service sets it on " + kind);
    }
    if (command.kind() == SendKind.FORWARD) {
      if (mail.html() != null) {
        fields.problem("html", "must be left out on " + kind);
      }
      if (!mail.attachments().isEmpty()) {
        fields.problem("attachments", "must be left out on " + kind);
      }
      return;
    }
    if (!mail.recipients().to().isEmpty()) {
      fields.problem("to", "must be left out: the service sets it on " + kind);
    }
    if (!mail.recipients().cc().isEmpty()) {
      fields.problem("cc", "must be left out: the service sets it on " + kind);
    }
    if (!mail.recipients().bcc().isEmpty()) {
      fields.problem("bcc", "must be left out: the service sets it on " + kind);
    }
  }
}
