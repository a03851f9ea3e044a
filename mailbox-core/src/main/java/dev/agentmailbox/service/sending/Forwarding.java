package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.read.MailDates;
import dev.agentmailbox.mime.write.HeaderText;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.ContentStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/** A forward: the caller's note, a short header, the original and its attachments. */
final class Forwarding {
  private static final String RULE = "---------- Forwarded message ----------";

  private final Original original;

  Forwarding(Original original) {
    this.original = original;
  }

  /**
   * The text above the forwarded message. Only a draft can have an HTML note.
   *
   * @param text null when there is no plain text
   */
  record Note(@Nullable String text, @Nullable String html) {
    /** The note as plain text, converted from the HTML if necessary; empty for none. */
    String plain() {
      if (text != null && !text.isBlank()) {
        return text.stripTrailing();
      }
      return html == null ? "" : HtmlText.toText(html);
    }
  }

  /** The note and the forwarded text. */
  String text(Note note) {
    StringBuilder text = new StringBuilder();
    if (!note.plain().isEmpty()) {
      text.append(note.plain()).append("\n\n");
    }
    text.append(RULE).append('\n');
    header().forEach(line -> text.append(line).append('\n'));
    return text.append('\n')
        .append(Optional.ofNullable(original.body().text()).orElse(""))
        .toString();
  }

  /**
   * The note and the forwarded HTML; empty when neither has HTML.
   *
   * @throws dev.agentmailbox.mime.html.UnreadableHtmlException one of them or both together exceed
   *     a limit of {@link BoundedHtml}
   */
  Optional<String> html(Note note) {
    String html = original.body().html();
    String noteHtml = note.html();
    if (html == null && noteHtml == null) {
      return Optional.empty();
    }
    List<Node> noteNodes =
        noteHtml == null
            ? List.of()
            : BoundedHtml.read(noteHtml, read -> List.copyOf(read.body().childNodes()));
    return Optional.of(
        BoundedHtml.read(html == null ? "" : html, read -> html(read, note, noteNodes)));
  }

  private String html(Document document, Note note, List<Node> noteNodes) {
    document.outputSettings().prettyPrint(false);
    Element head = new Element("div");
    if (note.html() != null) {
      head.appendElement("div").appendChildren(noteNodes);
      head.appendElement("br");
    } else if (!note.plain().isEmpty()) {
      plainText(head, note.plain());
      head.appendElement("br");
    }
    head.appendElement("div").text(RULE);
    header().forEach(line -> head.appendElement("div").text(line));
    head.appendElement("br");
    if (original.body().html() == null) {
      plainText(head, Optional.ofNullable(original.body().text()).orElse(""));
    }
    document.body().prependChild(head);
    return BoundedHtml.write(document, BoundedHtml.MAX_CHARACTERS);
  }

  private static void plainText(Element parent, String text) {
    parent.appendElement("div").attr("style", "white-space: pre-wrap").text(text);
  }

  /**
   * The original's attachments, if they can fit.
   *
   * @throws MailboxException {@code upstream_unavailable} when the content cannot be read
   */
  MailFiles files(ContentStore content) {
    List<Attachment> files = original.message().content().attachments();
    long bytes = files.stream().mapToLong(Attachment::size).sum();
    if (!MailFiles.canFit(files.size(), bytes)) {
      return new MailFiles(List.of(), files.size(), bytes);
    }
    return files.isEmpty() ? MailFiles.NONE : new MailFiles(read(files, content), 0, 0);
  }

  private List<OutgoingAttachment> read(List<Attachment> files, ContentStore content) {
    Message message = original.message();
    try {
      RawMessage raw =
          content
              .find(message.content().contentKey())
              .orElseThrow(() -> new IOException("content of " + message.id() + " is missing"));
      return MailFiles.read(raw, files);
    } catch (IOException storage) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "the original cannot be read right now")
          .causedBy(storage);
    }
  }

  private List<String> header() {
    Message message = original.message();
    List<String> lines = new ArrayList<>();
    MailAddress from = message.author();
    if (from != null) {
      lines.add("From: " + HeaderText.clean(from.display()));
    }
    lines.add("Date: " + date());
    lines.add("Subject: " + HeaderText.clean(Optional.ofNullable(message.subject()).orElse("")));
    addresses("To: ", message.headers().to()).ifPresent(lines::add);
    addresses("Cc: ", message.headers().cc()).ifPresent(lines::add);
    return lines;
  }

  /** The original's own, in its time zone; when it has none, the time it was received. */
  private String date() {
    String written = original.body().headers().getOrDefault("date", "");
    String first = written.lines().findFirst().orElse("");
    return MailDates.parse(first) == null
        ? MailDates.format(original.message().createdAt())
        : HeaderText.clean(first);
  }

  private static Optional<String> addresses(String name, List<MailAddress> mailboxes) {
    return mailboxes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            name
                + String.join(
                    ", ",
                    mailboxes.stream().map(MailAddress::display).map(HeaderText::clean).toList()));
  }
}
