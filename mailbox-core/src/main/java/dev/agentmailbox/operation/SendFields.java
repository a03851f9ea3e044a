package dev.agentmailbox.operation;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.flow.release.SendRequest.Recipient;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.AddressParser;
import dev.agentmailbox.mime.HeaderText;
import dev.agentmailbox.mime.OutgoingAttachment;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
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
import org.jspecify.annotations.Nullable;

/**
 * The fields of a command, read with all problems at once. Control characters are no problem here:
 * they are noted and refused by a later check, with another code, before the syntax of addresses.
 */
final class SendFields {
  static final int MAX_RECIPIENTS = 50;
  static final int MAX_SUBJECT_CHARACTERS = 998;
  static final int MAX_HEADER_CHARACTERS = 255;
  static final Duration MAX_AHEAD = Duration.ofDays(30);

  /** Clocks differ, and a request takes its time. */
  static final Duration PAST_TOLERANCE = Duration.ofSeconds(60);

  /** The one header field a caller may set, in any case. */
  static final String CLIENT_REFERENCE = "X-Service-Client-Ref";

  private static final Set<String> DISPOSITIONS = Set.of("inline", "attachment");

  private final List<FieldProblem> problems = new ArrayList<>();
  private final List<String> unclean = new ArrayList<>();
  private final List<Recipient> recipients = new ArrayList<>();
  private final List<OutgoingAttachment> attachments = new ArrayList<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable Set<String> expected;

  private SendFields() {}

  static SendFields read(SendCommand command, Instant now) {
    SendFields fields = new SendFields();
    fields.recipients(command);
    fields.subject(command);
    fields.attachments(command.attachments());
    fields.labels(command.labels());
    fields.sendAt(command.sendAt(), now);
    fields.expected(command.expectedRecipients());
    fields.headers(command.headers());
    fields.notForThisKind(command);
    return fields;
  }

  List<FieldProblem> problems() {
    return List.copyOf(problems);
  }

  /** Paths of fields with a control character. */
  List<String> unclean() {
    return List.copyOf(unclean);
  }

  /** Each address once, in its first role. */
  List<Recipient> recipients() {
    return List.copyOf(recipients);
  }

  List<OutgoingAttachment> attachments() {
    return List.copyOf(attachments);
  }

  Map<String, String> headers() {
    return Map.copyOf(headers);
  }

  /** In lower case; empty when the caller expects nothing in particular. */
  Optional<Set<String>> expected() {
    return Optional.ofNullable(expected).map(Set::copyOf);
  }

  private void recipients(SendCommand command) {
    boolean names = command.kind() == SendKind.SEND || command.kind() == SendKind.FORWARD;
    if (names && command.to().isEmpty()) {
      problem("to", "at least one address is required");
    }
    int count = command.to().size() + command.cc().size() + command.bcc().size();
    if (count > MAX_RECIPIENTS) {
      problem("to", "to, cc and bcc have at most " + MAX_RECIPIENTS + " addresses in total");
    }
    Set<String> seen = new HashSet<>();
    recipients("to", command.to(), RecipientRole.TO, seen);
    recipients("cc", command.cc(), RecipientRole.CC, seen);
    recipients("bcc", command.bcc(), RecipientRole.BCC, seen);
  }

  private void recipients(String path, List<String> texts, RecipientRole role, Set<String> seen) {
    for (int i = 0; i < texts.size(); i++) {
      address(path + "[" + i + "]", texts.get(i))
          .filter(mailbox -> seen.add(mailbox.key()))
          .ifPresent(mailbox -> recipients.add(new Recipient(mailbox, role)));
    }
  }

  private Optional<MailAddress> address(String path, String text) {
    if (!isClean(path, text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(AddressParser.parse(path, text));
    } catch (IllegalArgumentException invalid) {
      problem(path, String.valueOf(invalid.getMessage()));
      return Optional.empty();
    }
  }

  private void subject(SendCommand command) {
    String subject = command.subject();
    if (subject != null && isClean("subject", subject)) {
      requireLength("subject", subject, MAX_SUBJECT_CHARACTERS);
    }
  }

  private void attachments(List<AttachmentInput> files) {
    for (int i = 0; i < files.size(); i++) {
      attachment("attachments[" + i + "]", files.get(i));
    }
  }

  private void attachment(String path, AttachmentInput file) {
    String filename = Optional.ofNullable(file.filename()).orElse(AttachmentInput.DEFAULT_FILENAME);
    String type = Optional.ofNullable(file.contentType()).orElse(AttachmentInput.DEFAULT_TYPE);
    String disposition = file.disposition();
    String contentId = file.contentId();
    if (isClean(path + ".filename", filename)) {
      requireLength(path + ".filename", filename, MAX_HEADER_CHARACTERS);
    }
    if (isClean(path + ".content_type", type)) {
      requireLength(path + ".content_type", type, MAX_HEADER_CHARACTERS);
    }
    if (contentId != null && isClean(path + ".content_id", contentId)) {
      requireLength(path + ".content_id", contentId, MAX_HEADER_CHARACTERS);
    }
    if (disposition != null && !DISPOSITIONS.contains(disposition)) {
      problem(path + ".content_disposition", "must be inline or attachment");
    }
    try {
      String base64 = file.content().replace("\r", "").replace("\n", "");
      byte[] content = Base64.getDecoder().decode(base64);
      attachments.add(new OutgoingAttachment(filename, type, disposition, contentId, content));
    } catch (IllegalArgumentException invalid) {
      problem(path + ".content", "is not base64");
    }
  }

  private void labels(List<String> labels) {
    if (labels.size() > Label.MAX_PER_MESSAGE) {
      problem("labels", "a message has at most " + Label.MAX_PER_MESSAGE + " labels");
    }
    for (int i = 0; i < labels.size(); i++) {
      if (!Label.isValid(labels.get(i))) {
        problem("labels[" + i + "]", "has 1 to 64 characters from a-z, 0-9, - _ . /");
      } else if (Label.isSystem(labels.get(i))) {
        problem("labels[" + i + "]", "is set by the service only");
      }
    }
  }

  private void sendAt(@Nullable Instant time, Instant now) {
    if (time == null) {
      return;
    }
    if (time.isBefore(now.minus(PAST_TOLERANCE))) {
      problem("send_at", "is in the past");
    } else if (time.isAfter(now.plus(MAX_AHEAD))) {
      problem("send_at", "is more than " + MAX_AHEAD.toDays() + " days ahead");
    }
  }

  private void expected(@Nullable List<String> texts) {
    if (texts == null) {
      return;
    }
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < texts.size(); i++) {
      address("expected_recipients[" + i + "]", texts.get(i))
          .ifPresent(mailbox -> keys.add(mailbox.key()));
    }
    expected = keys;
  }

  private void headers(Map<String, String> given) {
    for (Map.Entry<String, String> header : given.entrySet()) {
      if (!header.getKey().equalsIgnoreCase(CLIENT_REFERENCE) || !headers.isEmpty()) {
        problem("headers", "only " + CLIENT_REFERENCE + " may be set, once");
      } else if (isClean("headers." + CLIENT_REFERENCE, header.getValue())) {
        requireLength("headers", header.getValue(), MAX_HEADER_CHARACTERS);
        headers.put(CLIENT_REFERENCE, header.getValue());
      }
    }
  }

  private void notForThisKind(SendCommand command) {
    if (command.kind() == SendKind.SEND) {
      return;
    }
    String kind = command.kind().wireName().toLowerCase(Locale.ROOT);
    if (command.subject() != null) {
      problem("subject", "is set by the service on " + kind);
    }
    if (command.kind() == SendKind.FORWARD) {
      if (command.html() != null) {
        problem("html", "is not accepted on " + kind);
      }
      if (!command.attachments().isEmpty()) {
        problem("attachments", "is not accepted on " + kind);
      }
      return;
    }
    if (!command.to().isEmpty()) {
      problem("to", "is set by the service on " + kind);
    }
    if (!command.cc().isEmpty()) {
      problem("cc", "is set by the service on " + kind);
    }
    if (!command.bcc().isEmpty()) {
      problem("bcc", "is set by the service on " + kind);
    }
  }

  private boolean isClean(String path, String text) {
    boolean clean = HeaderText.isClean(text);
    if (!clean) {
      unclean.add(path);
    }
    return clean;
  }

  private void requireLength(String path, String text, int most) {
    if (text.length() > most) {
      problem(path, "has at most " + most + " characters");
    }
  }

  private void problem(String path, String message) {
    problems.add(new FieldProblem(path, message));
  }
}
