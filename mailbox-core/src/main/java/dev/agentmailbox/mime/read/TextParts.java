package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.Deadline;
import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.text.MailCharsets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.eclipse.angus.mail.util.DecodingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the texts of {@link OpenMessage#texts} within the limits. */
public final class TextParts {
  /** Most bytes read of one part. */
  public static final int MAX_PART_BYTES = 128 * 1024;

  /** Most bytes read of all parts together. */
  static final int MAX_ALL_BYTES = 512 * 1024;

  /** Deepest nesting of messages. */
  static final int MAX_NESTING = 3;

  /** Most texts at all levels. */
  static final int MAX_TEXTS = 60;

  private static final Duration BUDGET = Duration.ofSeconds(3);
  private static final Logger LOG = LoggerFactory.getLogger(TextParts.class);

  private final Deadline deadline = new Deadline(System::nanoTime, BUDGET);
  private final List<TextPart> texts = new ArrayList<>();
  private int left = MAX_ALL_BYTES;

  private TextParts() {}

  /**
   * Reads the texts.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code upstream_unavailable}: the HTML parser
   *     is at capacity
   * @throws IOException the raw bytes cannot be read; never because of their content
   */
  static List<TextPart> of(RawBytes bytes, MimePart root) throws IOException {
    TextParts parts = new TextParts();
    try (BoundedHtml.Turn turn = BoundedHtml.turn()) {
      parts.part(bytes, root, 0);
    } catch (Deadline.Over over) {
      LOG.debug("the time budget for the texts of a message was exhausted");
    }
    return List.copyOf(parts.texts);
  }

  private void inner(RawMessage raw, int nesting) throws IOException {
    Set<MimeDefect> scanned = EnumSet.noneOf(MimeDefect.class);
    try (RawBytes bytes = RawBytes.open(raw)) {
      MimePart root = new MimeScanner(deadline, scanned).scan(bytes.all());
      if (!scanned.contains(MimeDefect.TOO_COMPLEX)) {
        part(bytes, root, nesting);
      }
    }
  }

  /** Recursion is bounded by the scanner's depth limit. */
  private void part(RawBytes raw, MimePart part, int nesting) throws IOException {
    deadline.check();
    if (part.isMultipart()) {
      for (MimePart child : part.children()) {
        part(raw, child, nesting);
      }
      return;
    }
    boolean text = part.mediaType().startsWith("text/");
    boolean wanted = text || part.mediaType().startsWith("message/");
    if (!wanted || texts.size() >= MAX_TEXTS || left <= 0) {
      return;
    }
    byte[] bytes = decode(raw, part);
    left -= bytes.length;
    boolean cut = bytes.length == MAX_PART_BYTES;
    String content =
        text ? part.text(bytes, cut) : Texts.clean(MailCharsets.decode(bytes, null, cut));
    boolean html = part.mediaType().equals("text/html");
    TextPart found = new TextPart(part.mediaType(), nesting, html ? toText(content) : content);
    texts.add(found);
    boolean whole =
        part.mediaType().equals("message/rfc822") || part.mediaType().equals("message/global");
    if (whole && nesting < MAX_NESTING) {
      inner(RawMessage.of(bytes), nesting + 1);
    }
  }

  /** Empty for HTML that cannot be parsed. */
  private static String toText(String html) {
    try {
      return HtmlText.toText(html);
    } catch (UnreadableHtmlException over) {
      return "";
    }
  }

  private byte[] decode(RawBytes raw, MimePart part) throws IOException {
    int limit = Math.min(MAX_PART_BYTES, left);
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    byte[] chunk = new byte[8 * 1024];
    try (InputStream in = TransferDecoding.open(part, raw.body(part))) {
      while (kept.size() < limit) {
        int count = in.read(chunk, 0, Math.min(chunk.length, limit - kept.size()));
        if (count < 0) {
          break;
        }
        kept.write(chunk, 0, count);
      }
    } catch (DecodingException broken) {
      LOG.debug("a part of a report has a malformed transfer encoding");
    }
    return kept.toByteArray();
  }
}
