package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.read.AddressParser;
import dev.agentmailbox.mime.read.HeaderText;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.MailboxSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates the fields shared by sends and drafts and collects all problems. Control characters are
 * only recorded by path here, because they are reported later with another error code. Not thread
 * safe.
 */
public final class MailFields {
  // spec SendRequest.3, Sizes.4
  public static final int MAX_RECIPIENTS = 50;
  static final int MAX_SUBJECT_CHARACTERS = 998;
  static final int MAX_HEADER_CHARACTERS = 255;
  // spec SendRequest.5, Sizes.5
  static final Duration MAX_AHEAD = Duration.ofDays(30);

  /** Tolerance for clock skew and request latency. */
  static final Duration PAST_TOLERANCE = Duration.ofSeconds(60);

  private static final Set<String> DISPOSITIONS = Set.of("inline", "attachment");

  private final List<FieldProblem> problems = new ArrayList<>();
  private final List<String> unclean = new ArrayList<>();

  private final MailboxSettings settings;

  /** For fields of a mail. */
  public MailFields(MailboxSettings settings) {
    this.settings = settings;
  }

  /** For fields that are not addresses. */
  public MailFields() {
    this(MailboxSettings.DEFAULT);
  }

  public List<FieldProblem> problems() {
    return List.copyOf(problems);
  }

  /** Paths of fields that contain a control character. */
  List<String> unclean() {
    return List.copyOf(unclean);
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

  /** Parses an address; empty when it is invalid. */
  public Optional<MailAddress> address(String path, String text) {
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

  public void subject(@Nullable String subject) {
    if (subject != null && isClean("subject", subject)) {
      requireLength("subject", subject, MAX_SUBJECT_CHARACTERS);
    }
  }

  public void labels(String path, List<String> labels) {
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

  public void sendAt(@Nullable Instant time, Instant now) {
    if (time == null) {
      return;
    }
    if (time.isBefore(now.minus(PAST_TOLERANCE))) {
      problem("send_at", "must not be in the past");
    } else if (time.isAfter(now.plus(MAX_AHEAD))) {
      problem("send_at", "must be at most " + MAX_AHEAD.toDays() + " days ahead");
    }
  }

  /** Validates an upload; empty when it is invalid. */
  public Optional<OutgoingAttachment> upload(String path, AttachmentInput file, String base64) {
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
      return Optional.of(new OutgoingAttachment(filename, type, disposition, contentId, content));
    } catch (IllegalArgumentException invalid) {
      problem(path + ".content", "must be base64");
      return Optional.empty();
    }
  }

  /** Checks a text that becomes part of a header field. */
  void header(String path, String text) {
    if (isClean(path, text)) {
      requireLength(path, text, MAX_HEADER_CHARACTERS);
    }
  }

  boolean isClean(String path, String text) {
    boolean clean = HeaderText.isClean(text);
    if (!clean) {
      unclean.add(path);
    }
    return clean;
  }

  void requireLength(String path, String text, int most) {
    if (text.length() > most) {
      problem(path, "must have at most " + most + " characters");
    }
  }
}
