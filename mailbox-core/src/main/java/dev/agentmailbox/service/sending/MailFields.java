package dev.agentmailbox.service.sending;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.AddressParser;
import dev.agentmailbox.mime.write.HeaderText;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.WrittenRecipients;
import dev.agentmailbox.service.message.LabelChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The validated fields of a send, a draft or a change of a draft; collects all problems. Control
 * characters are only recorded by path, because they are reported later with another error code.
 * Not thread safe.
 */
public final class MailFields {
  // spec SendRequest.3, Sizes.4
  public static final int MAX_RECIPIENTS = 50;
  static final int MAX_SUBJECT_CHARACTERS = 998;
  private static final int MAX_HEADER_CHARACTERS = 255;
  // spec SendRequest.5, Sizes.5
  private static final Duration MAX_AHEAD = Duration.ofDays(30);

  /** Tolerance for clock skew and request latency. */
  private static final Duration PAST_TOLERANCE = Duration.ofSeconds(60);

  /** The one header field callers may set, case-insensitive. */
  private static final String CLIENT_REFERENCE = "X-Service-Client-Ref";

  private static final Set<String> DISPOSITIONS = Set.of("inline", "attachment");

  private final MailboxSettings settings;
  private final List<FieldProblem> problems = new ArrayList<>();
  private final List<String> unclean = new ArrayList<>();
  private final List<Recipient> recipients = new ArrayList<>();
  private final Set<String> recipientKeys = new HashSet<>();
  private final List<OutgoingAttachment> uploads = new ArrayList<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable Set<String> expected;

  private MailFields(MailboxSettings settings) {
    this.settings = settings;
  }

  /** For fields that are not addresses. */
  public MailFields() {
    this(MailboxSettings.DEFAULT);
  }

  /**
   * Validates a mail to be sent.
   *
   * @param ofDraft whether it was made from a draft, which may say more than a request
   */
  static MailFields ofSend(MailInput mail, boolean ofDraft, MailboxContext context) {
    MailFields read = new MailFields(context.settings());
    boolean namesRecipients = mail.kind() == SendKind.SEND || mail.kind() == SendKind.FORWARD;
    if (namesRecipients && mail.recipients().to().isEmpty()) {
      read.problem("to", "must contain at least one address");
    }
    read.recipientCount(mail.recipients().count());
    read.recipients(mail.recipients());
    read.subject(mail.content().subject());
    for (int i = 0; i < mail.content().attachments().size(); i++) {
      read.fileOfSend("attachments[" + i + "]", mail.content().attachments().get(i));
    }
    read.labels("labels", mail.options().labels());
    read.sendAt(mail.options().sendAt(), context.now());
    read.expected(mail.options().expectedRecipients());
    read.headers(mail.options().headers());
    if (!ofDraft) {
      read.about(mail.about());
      read.notForThisKind(mail);
    }
    return read;
  }

  /** Validates a new draft, except the message it is about. */
  public static MailFields ofDraft(MailInput mail, MailboxContext context) {
    MailFields read = new MailFields(context.settings());
    read.recipientCount(mail.recipients().count());
    read.recipients(mail.recipients());
    read.replyTo(mail.recipients().replyTo());
    read.subject(mail.content().subject());
    read.labels("labels", mail.options().labels());
    read.sendAt(mail.options().sendAt(), context.now());
    read.filesOfDraft("attachments", mail.content().attachments());
    read.clientId(mail.options().clientId());
    return read;
  }

  /** Validates a change of a draft. */
  public static MailFields ofChange(MailInput mail, LabelChange labels, MailboxContext context) {
    MailFields read = new MailFields(context.settings());
    read.recipients(mail.recipients());
    read.replyTo(mail.recipients().replyTo());
    read.subject(mail.content().subject());
    read.sendAt(mail.options().sendAt(), context.now());
    read.filesOfDraft("add_attachments", mail.content().attachments());
    read.labels(labels);
    return read;
  }

  public List<FieldProblem> problems() {
    return List.copyOf(problems);
  }

  /** Paths of fields that contain a control character. */
  List<String> unclean() {
    return List.copyOf(unclean);
  }

  /** Each address once, in its first role. */
  List<Recipient> recipients() {
    return List.copyOf(recipients);
  }

  /** The uploaded attachments, in order. */
  public List<OutgoingAttachment> uploads() {
    return List.copyOf(uploads);
  }

  Map<String, String> headers() {
    return Map.copyOf(headers);
  }

  /** In lower case; null for no expectation. */
  @Nullable Set<String> expected() {
    return expected;
  }

  public void problem(String path, String message) {
    problems.add(new FieldProblem(path, message));
  }

  /**
   * Throws if any problem was found.
   *
   * @throws MailboxException {@code validation_error} with every problem, else {@code
   *     invalid_header}
   */
  public void refuseIfWrong() {
    if (!problems.isEmpty()) {
      throw MailboxException.validation(problems());
    }
    if (!unclean.isEmpty()) {
      throw MailboxException.of(
          ErrorCode.INVALID_HEADER, String.join(", ", unclean) + " contains a control character");
    }
  }

  public void recipientCount(int count) {
    if (count > MAX_RECIPIENTS) {
      problem("to", "to, cc and bcc must have at most " + MAX_RECIPIENTS + " addresses in total");
    }
  }

  /** A mail is about at most one message. */
  public void about(MailInput.About about) {
    if (about.inReplyTo() != null && about.forwardOf() != null) {
      problem("forward_of", "must not be combined with in_reply_to");
    }
    if (about.toAll() && about.inReplyTo() == null) {
      problem("reply_all", "requires in_reply_to");
    }
  }

  /** The labels a draft is changed or sent with. */
  public void labels(LabelChange change) {
    labels("add_labels", change.add());
    labels("remove_labels", change.remove());
    if (change.remove().stream().anyMatch(change.add()::contains)) {
      problem("remove_labels", "contains a label that is also in add_labels");
    }
  }

  private void recipients(WrittenRecipients given) {
    recipients("to", given.to(), RecipientRole.TO);
    recipients("cc", given.cc(), RecipientRole.CC);
    recipients("bcc", given.bcc(), RecipientRole.BCC);
  }

  private void recipients(String path, List<String> texts, RecipientRole role) {
    addresses(
        path,
        texts,
        mailbox -> {
          if (recipientKeys.add(mailbox.key())) {
            recipients.add(new Recipient(mailbox, role));
          }
        });
  }

  private void replyTo(List<String> texts) {
    if (texts.size() > MAX_RECIPIENTS) {
      problem("reply_to", "must have at most " + MAX_RECIPIENTS + " addresses");
    }
    addresses("reply_to", texts, mailbox -> {});
  }

  private void expected(@Nullable List<String> texts) {
    if (texts != null) {
      Set<String> keys = new HashSet<>();
      addresses("expected_recipients", texts, mailbox -> keys.add(mailbox.key()));
      expected = keys;
    }
  }

  private void addresses(String path, List<String> texts, Consumer<MailAddress> valid) {
    for (int i = 0; i < texts.size(); i++) {
      address(path + "[" + i + "]", texts.get(i)).ifPresent(valid);
    }
  }

  private Optional<MailAddress> address(String path, String text) {
    if (!isClean(path, text)) {
      return Optional.empty();
    }
    try {
      MailAddress address = AddressParser.parse(path, text);
      if (settings.canReach(address.domain())) {
        return Optional.of(address);
      }
      problem(path, "has a domain without a dot, which does not exist on the internet");
      return Optional.empty();
    } catch (IllegalArgumentException invalid) {
      problem(path, String.valueOf(invalid.getMessage()));
      return Optional.empty();
    }
  }

  private void subject(@Nullable String subject) {
    if (subject != null && isClean("subject", subject)) {
      requireLength("subject", subject, MAX_SUBJECT_CHARACTERS);
    }
  }

  private void labels(String path, List<String> labels) {
    if (labels.size() > Label.MAX_PER_MESSAGE) {
      problem(path, "a message can have at most " + Label.MAX_PER_MESSAGE + " labels");
    }
    for (int i = 0; i < labels.size(); i++) {
      if (!Label.isValid(labels.get(i))) {
        problem(path + "[" + i + "]", "must be 1 to 64 characters from a-z, 0-9, - _ . /");
      } else if (Label.isSystem(labels.get(i))) {
        problem(path + "[" + i + "]", "is a label that only the service can set");
      }
    }
  }

  private void sendAt(@Nullable Instant time, Instant now) {
    if (time == null) {
      return;
    }
    if (time.isBefore(now.minus(PAST_TOLERANCE))) {
      problem("send_at", "must not be in the past");
    } else if (time.isAfter(now.plus(MAX_AHEAD))) {
      problem("send_at", "must be at most " + MAX_AHEAD.toDays() + " days ahead");
    }
  }

  private void fileOfSend(String path, AttachmentInput file) {
    String content = file.content();
    String attachmentId = file.draftAttachmentId();
    if (content != null && attachmentId == null) {
      upload(path, file, content);
    } else if (content == null && attachmentId != null) {
      if (!file.equals(AttachmentInput.ofDraft(attachmentId))) {
        problem(path, "draft_attachment_id must not be combined with other fields");
      }
    } else {
      problem(path, "must have either content or draft_attachment_id");
    }
  }

  private void filesOfDraft(String path, List<AttachmentInput> files) {
    for (int i = 0; i < files.size(); i++) {
      String content = files.get(i).content();
      if (content == null || files.get(i).draftAttachmentId() != null) {
        problem(path + "[" + i + "]", "must have content");
      } else {
        upload(path + "[" + i + "]", files.get(i), content);
      }
    }
  }

  private void upload(String path, AttachmentInput file, String base64) {
    String filename = Optional.ofNullable(file.filename()).orElse(AttachmentInput.DEFAULT_FILENAME);
    String type = Optional.ofNullable(file.contentType()).orElse(AttachmentInput.DEFAULT_TYPE);
    header(path + ".filename", filename);
    header(path + ".content_type", type);
    String contentId = file.contentId();
    if (contentId != null) {
      header(path + ".content_id", contentId);
    }
    String disposition = file.disposition();
    if (disposition != null && !DISPOSITIONS.contains(disposition)) {
      problem(path + ".content_disposition", "must be inline or attachment");
    }
    try {
      byte[] content = Base64.getDecoder().decode(base64.replace("\r", "").replace("\n", ""));
      uploads.add(new OutgoingAttachment(filename, type, disposition, contentId, content));
    } catch (IllegalArgumentException invalid) {
      problem(path + ".content", "must be base64");
    }
  }

  private void headers(Map<String, String> given) {
    for (Map.Entry<String, String> header : given.entrySet()) {
      if (!header.getKey().equalsIgnoreCase(CLIENT_REFERENCE) || !headers.isEmpty()) {
        problem(
            "headers." + header.getKey(),
            "is not allowed: only " + CLIENT_REFERENCE + " may be set, once");
      } else if (isClean("headers." + CLIENT_REFERENCE, header.getValue())) {
        requireLength("headers." + CLIENT_REFERENCE, header.getValue(), MAX_HEADER_CHARACTERS);
        headers.put(CLIENT_REFERENCE, header.getValue());
      }
    }
  }

  private void clientId(@Nullable String clientId) {
    if (clientId == null) {
      return;
    }
    int characters = clientId.codePointCount(0, clientId.length());
    if (characters == 0 || characters > Draft.MAX_CLIENT_ID_CHARACTERS) {
      problem("client_id", "must have 1 to " + Draft.MAX_CLIENT_ID_CHARACTERS + " characters");
    }
  }

  private void notForThisKind(MailInput mail) {
    if (mail.kind() == SendKind.SEND) {
      return;
    }
    String kind = mail.kind().wireName().toLowerCase(Locale.ROOT);
    String fixed = "must be left out: the service sets it on " + kind;
    requireAbsent(mail.content().subject() != null, "subject", fixed);
    if (mail.kind() == SendKind.FORWARD) {
      requireAbsent(mail.content().html() != null, "html", "must be left out on " + kind);
      boolean hasFiles = !mail.content().attachments().isEmpty();
      requireAbsent(hasFiles, "attachments", "must be left out on " + kind);
      return;
    }
    WrittenRecipients given = mail.recipients();
    requireAbsent(!given.to().isEmpty(), "to", fixed);
    requireAbsent(!given.cc().isEmpty(), "cc", fixed);
    requireAbsent(!given.bcc().isEmpty(), "bcc", fixed);
  }

  private void requireAbsent(boolean isPresent, String path, String message) {
    if (isPresent) {
      problem(path, message);
    }
  }

  /** Checks a text that becomes part of a header field. */
  private void header(String path, String text) {
    if (isClean(path, text)) {
      requireLength(path, text, MAX_HEADER_CHARACTERS);
    }
  }

  private boolean isClean(String path, String text) {
    if (HeaderText.isClean(text)) {
      return true;
    }
    unclean.add(path);
    return false;
  }

  private void requireLength(String path, String text, int maxCharacters) {
    if (text.length() > maxCharacters) {
      problem(path, "must have at most " + maxCharacters + " characters");
    }
  }
}
