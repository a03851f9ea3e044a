package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.Deadline;
import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.text.MailCharsets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.angus.mail.util.DecodingException;
import org.jspecify.annotations.Nullable;

/**
 * Selects a message's text from the part tree and lists the other parts as attachments: the best
 * alternative, the root of a related, all inline text parts joined. Not thread safe.
 */
final class BodyCollector {
  /** Most UTF-8 bytes kept of the text, and of the HTML. */
  static final int MAX_TEXT_BYTES = 1024 * 1024;

  private static final int CHUNK = 16 * 1024;
  private static final int CHUNKS_PER_TIME_CHECK = 64;

  private final RawBytes raw;
  private final Deadline deadline;
  private final Set<MimeDefect> defects;
  private final List<ParsedAttachment> attachments = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private @Nullable MimePart root;
  private @Nullable Boolean unnamedText;
  private int textLeft = MAX_TEXT_BYTES;
  private int htmlLeft = MAX_TEXT_BYTES;

  /** A piece of the text, plain, as HTML, or both. */
  private static final class Block {
    private @Nullable String text;
    private @Nullable String html;

    void addText(@Nullable String more) {
      text = text == null || more == null ? (text == null ? more : text) : text + "\n" + more;
    }

    void addHtml(@Nullable String more) {
      html = html == null || more == null ? (html == null ? more : html) : html + "\n" + more;
    }
  }

  BodyCollector(RawBytes raw, Deadline deadline, Set<MimeDefect> defects) {
    this.raw = raw;
    this.deadline = deadline;
    this.defects = defects;
  }

  void collect(MimePart message) throws IOException {
    root = message;
    Block whole = new Block();
    if (root.isMultipart()) {
      part(root, null);
      return;
    }
    if (root.mediaType().startsWith("text/")) {
      boolean attached = root.isAttachment();
      if (attached) {
        attach(root);
      }
      // A message that is a single text part is its text even if its disposition is attachment.
      readText(root, whole);
      blocks.add(whole);
    } else {
      attach(root);
    }
  }

  List<ParsedAttachment> attachments() {
    return attachments;
  }

  /** All text, converted from HTML where necessary; null when there is none. */
  @Nullable String text() {
    StringBuilder all = new StringBuilder();
    for (Block block : blocks) {
      deadline.check();
      String text = block.text;
      if ((text == null || text.isBlank()) && block.html != null) {
        text = toText(block.html);
      }
      if (text != null && !text.isBlank()) {
        append(all, text);
      }
    }
    return all.length() == 0 ? null : cut(all.toString());
  }

  /** Once a piece could not be parsed, no other is tried. */
  private @Nullable String toText(String html) {
    if (defects.contains(MimeDefect.UNREADABLE_HTML)) {
      return null;
    }
    try {
      return HtmlText.toText(html);
    } catch (UnreadableHtmlException over) {
      defects.add(MimeDefect.UNREADABLE_HTML);
      return null;
    }
  }

  /** All HTML, including interleaved plain text; null when no piece is HTML. */
  @Nullable String html() {
    if (blocks.stream().allMatch(block -> block.html == null)) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    for (Block block : blocks) {
      if (block.html != null) {
        append(all, block.html);
      } else if (block.text != null && !block.text.isBlank()) {
        append(all, HtmlText.fromText(block.text));
      }
    }
    return cut(all.toString());
  }

  private String cut(String text) {
    String cut = Texts.cutToBytes(text, MAX_TEXT_BYTES);
    if (cut.length() < text.length()) {
      defects.add(MimeDefect.TEXT_TRUNCATED);
    }
    return cut;
  }

  private static void append(StringBuilder all, String piece) {
    if (all.length() > 0 && all.charAt(all.length() - 1) != '\n') {
      all.append('\n');
    }
    all.append(piece);
  }

  /** Recursion is bounded by the scanner's depth limit. */
  private void part(MimePart part, @Nullable Block alternative) throws IOException {
    deadline.check();
    if (!part.isMultipart()) {
      leaf(part, alternative);
    } else if (part.mediaType().equals("multipart/alternative")) {
      alternative(part, alternative);
    } else if (part.mediaType().equals("multipart/related")) {
      related(part, alternative);
    } else {
      for (MimePart child : part.children()) {
        part(child, alternative);
      }
    }
  }

  private void alternative(MimePart part, @Nullable Block outer) throws IOException {
    Block block = new Block();
    for (MimePart child : part.children()) {
      Block choice = new Block();
      part(child, choice);
      block.text = firstWithContent(block.text, choice.text);
      block.html = firstWithContent(block.html, choice.html);
    }
    if (outer == null) {
      blocks.add(block);
    } else {
      outer.addText(block.text);
      outer.addHtml(block.html);
    }
  }

  /** A second one of the same type is empty, or what a server added, such as a disclaimer. */
  private static @Nullable String firstWithContent(@Nullable String first, @Nullable String next) {
    return first == null || (first.isBlank() && next != null) ? next : first;
  }

  private void related(MimePart part, @Nullable Block alternative) throws IOException {
    MimePart main = main(part);
    Block block = alternative == null ? new Block() : alternative;
    part(main, main.isMultipart() ? alternative : block);
    for (MimePart child : part.children()) {
      if (child == main) {
        continue;
      }
      if (!main.isMultipart() && isOtherForm(child, block)) {
        readText(child, block);
      } else {
        attachAll(child);
      }
    }
    if (alternative == null && (block.text != null || block.html != null)) {
      blocks.add(block);
    }
  }

  /** The root of a related (RFC 2387 section 3.2), even if it has no text part in that place. */
  private static MimePart main(MimePart related) {
    List<MimePart> bodies =
        related.children().stream().filter(part -> part.isMultipart() || isText(part)).toList();
    if (bodies.isEmpty()) {
      return related.children().get(0);
    }
    String start = related.contentType().parameter("start");
    String id = start == null ? null : MessageIds.first(start);
    for (MimePart body : bodies) {
      if (id != null && id.equals(MessageIds.first(body.field("Content-ID")))) {
        return body;
      }
    }
    String type = related.contentType().parameter("type");
    MimePart first = bodies.get(0);
    if (first.isMultipart() || type == null) {
      return first;
    }
    return bodies.stream()
        .filter(body -> body.mediaType().equalsIgnoreCase(type))
        .findFirst()
        .orElse(first);
  }

  /** Plain text beside HTML, or the reverse, where an alternative was meant. */
  private static boolean isOtherForm(MimePart part, Block block) {
    boolean missing =
        part.mediaType().equals("text/html")
            ? block.html == null && block.text != null
            : block.text == null && block.html != null;
    return missing && isText(part) && part.fileName() == null && part.field("Content-ID").isEmpty();
  }

  private void attachAll(MimePart part) throws IOException {
    if (part.isMultipart()) {
      for (MimePart child : part.children()) {
        attachAll(child);
      }
    } else {
      attach(part);
    }
  }

  private void leaf(MimePart part, @Nullable Block alternative) throws IOException {
    if (!isBodyText(part)) {
      attach(part);
      return;
    }
    if (alternative != null) {
      readText(part, alternative);
      return;
    }
    Block block = new Block();
    readText(part, block);
    blocks.add(block);
  }

  private boolean isBodyText(MimePart part) {
    if (!isText(part)) {
      return false;
    }
    // Text with a file name is the body only if there is no other.
    return part.fileName() == null || (blocks.isEmpty() && (part.isForm() || !hasUnnamedText()));
  }

  private boolean hasUnnamedText() {
    if (unnamedText == null) {
      unnamedText = root != null && hasUnnamedText(root);
    }
    return unnamedText;
  }

  private static boolean hasUnnamedText(MimePart part) {
    return part.isMultipart()
        ? part.children().stream().anyMatch(BodyCollector::hasUnnamedText)
        : isText(part) && part.fileName() == null;
  }

  private static boolean isText(MimePart part) {
    boolean text = part.mediaType().equals("text/plain") || part.mediaType().equals("text/html");
    return text && !part.isAttachment();
  }

  private void readText(MimePart part, Block block) throws IOException {
    boolean html = part.mediaType().equals("text/html");
    int left = html ? htmlLeft : textLeft;
    byte[] bytes = decode(part, left + 1);
    boolean cut = bytes.length > left;
    if (cut) {
      defects.add(MimeDefect.TEXT_TRUNCATED);
    }
    String charset = part.contentType().parameter("charset");
    if (!MailCharsets.isKnown(charset)) {
      defects.add(MimeDefect.UNKNOWN_CHARSET);
    }
    String text = part.text(bytes, cut);
    if (html) {
      htmlLeft -= Math.min(left, bytes.length);
      block.addHtml(text);
    } else {
      textLeft -= Math.min(left, bytes.length);
      block.addText(text);
    }
  }

  private byte[] decode(MimePart part, int limit) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    read(part, limit, bytes);
    return bytes.toByteArray();
  }

  /** Decodes at most {@code limit} bytes; returns the total number of bytes. */
  private long read(MimePart part, long limit, OutputStream sink) throws IOException {
    noteEncoding(part);
    byte[] chunk = new byte[(int) Math.max(1, Math.min(CHUNK, part.bodyEnd() - part.bodyStart()))];
    long size = 0;
    int untilCheck = CHUNKS_PER_TIME_CHECK;
    try (InputStream in = TransferDecoding.open(part, raw.body(part))) {
      while (size < limit) {
        int count = in.read(chunk, 0, (int) Math.min(chunk.length, limit - size));
        if (count < 0) {
          break;
        }
        sink.write(chunk, 0, count);
        size += count;
        if (--untilCheck == 0) {
          deadline.check();
          untilCheck = CHUNKS_PER_TIME_CHECK;
        }
      }
    } catch (DecodingException broken) {
      defects.add(MimeDefect.BAD_ENCODING);
    }
    return size;
  }

  private void noteEncoding(MimePart part) {
    if (!TransferDecoding.isKnown(part)) {
      defects.add(MimeDefect.BAD_ENCODING);
    }
  }

  private void attach(MimePart part) throws IOException {
    long size = read(part, Long.MAX_VALUE, OutputStream.nullOutputStream());
    String disposition = part.disposition().value().toLowerCase(Locale.ROOT);
    attachments.add(
        new ParsedAttachment(
            part.path(),
            part.fileName(),
            part.mediaType(),
            size,
            disposition.equals("inline") || disposition.equals("attachment") ? disposition : null,
            contentId(part)));
  }

  private static @Nullable String contentId(MimePart part) {
    String id = MessageIds.first(part.field("Content-ID"));
    return id == null ? null : id.substring(1, id.length() - 1);
  }
}
