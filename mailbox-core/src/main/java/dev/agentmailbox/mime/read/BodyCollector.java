package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.Deadline;
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

  void collect(MimePart root) throws IOException {
    Block whole = new Block();
    if (root.isMultipart()) {
      part(root, null);
      return;
    }
    if (root.mediaType().startsWith("text/")) {
      boolean attached = isAttachment(root);
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
      // Of alternatives of the same type the later is preferred.
      Block choice = new Block();
      part(child, choice);
      block.text = choice.text != null ? choice.text : block.text;
      block.html = choice.html != null ? choice.html : block.html;
    }
    if (outer == null) {
      blocks.add(block);
    } else {
      outer.addText(block.text);
      outer.addHtml(block.html);
    }
  }

  private void related(MimePart part, @Nullable Block alternative) throws IOException {
    String start = part.contentType().parameter("start");
    MimePart main = part.children().get(0);
    for (MimePart child : part.children()) {
      if (start != null && start.equals(child.field("Content-ID"))) {
        main = child;
      }
    }
    part(main, alternative);
    for (MimePart child : part.children()) {
      if (child != main) {
        attachAll(child);
      }
    }
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
    boolean text = part.mediaType().equals("text/plain") || part.mediaType().equals("text/html");
    if (!text || isAttachment(part)) {
      return false;
    }
    // The first text is the body even if it has a file name; later ones are attachments.
    return fileName(part) == null || blocks.isEmpty();
  }

  private static boolean isAttachment(MimePart part) {
    return part.disposition().value().equals("attachment");
  }

  private static @Nullable String fileName(MimePart part) {
    String name = part.disposition().parameter("filename");
    return FileNames.clean(name != null ? name : part.contentType().parameter("name"));
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
            fileName(part),
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
