package dev.agentmailbox.operation;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.flow.release.SendRequest.Unread;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.mime.OutgoingAttachment;
import dev.agentmailbox.port.ContentStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** A message passed on: the caller's note, a short header, the original and its files. */
final class Forwarding {
  private static final String RULE = "---------- Forwarded message ----------";

  /** More than this fits no message; such files are not even read. */
  private static final long MAX_READ_BYTES = 5L << 20;

  private static final int MAX_READ_FILES = 32;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH);

  private static final Pattern UNCLEAN =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");

  private final Original original;

  Forwarding(Original original) {
    this.original = original;
  }

  /** The note and the forwarded text. */
  String text(@Nullable String note) {
    StringBuilder text = new StringBuilder();
    if (note != null && !note.isBlank()) {
      text.append(note.stripTrailing()).append("\n\n");
    }
    text.append(RULE).append('\n');
    header().forEach(line -> text.append(line).append('\n'));
    return text.append('\n')
        .append(Optional.ofNullable(original.body().text()).orElse(""))
        .toString();
  }

  /** The note and the forwarded HTML; empty when the original has none. */
  Optional<String> html(@Nullable String note) {
    String html = original.body().html();
    if (html == null) {
      return Optional.empty();
    }
    Document document = Jsoup.parse(html);
    document.outputSettings().prettyPrint(false);
    Element head = new Element("div");
    if (note != null && !note.isBlank()) {
      head.appendElement("div").attr("style", "white-space: pre-wrap").text(note.stripTrailing());
      head.appendElement("br");
    }
    head.appendElement("div").text(RULE);
    header().forEach(line -> head.appendElement("div").text(line));
    head.appendElement("br");
    document.body().prependChild(head);
    return Optional.of(document.outerHtml());
  }

  /** What was not read because the message cannot fit anyway. */
  Unread unread() {
    List<Attachment> files = original.message().attachments();
    long bytes = files.stream().mapToLong(Attachment::size).sum();
    return bytes > MAX_READ_BYTES || files.size() > MAX_READ_FILES
        ? new Unread(files.size(), bytes)
        : Unread.NONE;
  }

  /**
   * The original's files.
   *
   * @throws MailboxException {@code upstream_unavailable} when the content cannot be read
   */
  List<OutgoingAttachment> attachments(ContentStore content) {
    List<OutgoingAttachment> files = new ArrayList<>();
    Message message = original.message();
    if (message.attachments().isEmpty() || !unread().equals(Unread.NONE)) {
      return files;
    }
    try {
      RawMessage raw =
          content
              .find(message.contentKey())
              .orElseThrow(() -> new IOException("content of " + message.id() + " is missing"));
      MimeReader reader = new MimeReader();
      for (Attachment file : message.attachments()) {
        try (InputStream part = reader.openPart(raw, file.partPath())) {
          files.add(outgoing(file, part.readAllBytes()));
        }
      }
      return files;
    } catch (IOException storage) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "the original cannot be read right now")
          .causedBy(storage);
    }
  }

  /** One line without control characters, as a header needs it, cut to a bearable length. */
  static String clean(String text) {
    String bounded =
        text.length() > SendFields.MAX_SUBJECT_CHARACTERS
            ? text.substring(0, SendFields.MAX_SUBJECT_CHARACTERS)
            : text;
    return UNCLEAN.matcher(bounded).replaceAll(" ").strip();
  }

  private static OutgoingAttachment outgoing(Attachment file, byte[] content) {
    return new OutgoingAttachment(
        clean(Optional.ofNullable(file.filename()).orElse(AttachmentInput.DEFAULT_FILENAME)),
        clean(file.contentType()),
        file.disposition(),
        file.contentId() == null ? null : clean(file.contentId()),
        content);
  }

  private List<String> header() {
    Message message = original.message();
    List<String> lines = new ArrayList<>();
    MailAddress from = message.from();
    if (from != null) {
      lines.add("From: " + clean(from.display()));
    }
    lines.add("Date: " + DATE.format(message.createdAt().atOffset(ZoneOffset.UTC)));
    lines.add("Subject: " + clean(Optional.ofNullable(message.subject()).orElse("")));
    addresses("To: ", message.to()).ifPresent(lines::add);
    addresses("Cc: ", message.cc()).ifPresent(lines::add);
    return lines;
  }

  private static Optional<String> addresses(String name, List<MailAddress> mailboxes) {
    return mailboxes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            name
                + String.join(
                    ", ",
                    mailboxes.stream().map(MailAddress::display).map(Forwarding::clean).toList()));
  }
}
