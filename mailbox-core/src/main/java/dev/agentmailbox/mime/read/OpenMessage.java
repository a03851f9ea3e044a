package dev.agentmailbox.mime.read;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.Deadline;
import dev.agentmailbox.mime.html.BoundedHtml;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open message with its parsed part tree, shared by several reads. Created by {@link
 * MimeReader#open}; closing it closes the raw bytes.
 *
 * <p>Not thread safe.
 */
public final class OpenMessage implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenMessage.class);

  private final RawMessage raw;
  private final RawBytes bytes;
  private final Supplier<Deadline> deadlines;
  private final Deadline first;
  private final Set<MimeDefect> found = EnumSet.noneOf(MimeDefect.class);
  private final MimePart root;
  private @Nullable ParsedMessage parsed;

  /**
   * Parses the part tree.
   *
   * @param bytes raw bytes; closed by the caller if this throws
   * @param deadlines supplies the time budget of each read, starting when called
   */
  OpenMessage(RawMessage raw, RawBytes bytes, Supplier<Deadline> deadlines) throws IOException {
    this.raw = raw;
    this.bytes = bytes;
    this.deadlines = deadlines;
    this.first = deadlines.get();
    this.root = new MimeScanner(first, found).scan(bytes.all());
  }

  public RawMessage raw() {
    return raw;
  }

  /** All raw bytes from the start, without reopening the message. */
  public InputStream bytes() {
    return bytes.all();
  }

  /**
   * Header, text and the list of attachments, parsed on the first call.
   *
   * @throws MailboxException {@code upstream_unavailable}: the HTML parser is at capacity
   * @throws IOException the raw bytes cannot be read; never because of their content
   */
  public ParsedMessage parsed() throws IOException {
    if (parsed == null) {
      Set<MimeDefect> defects = EnumSet.copyOf(found);
      try (BoundedHtml.Turn turn = BoundedHtml.turn()) {
        HeaderReader headers = HeaderReader.read(root.fields(), defects);
        Body body = isTooComplex() ? Body.NONE : body(defects);
        parsed = headers.toMessage(body.text(), body.html(), body.attachments(), defects);
      }
    }
    return parsed;
  }

  /**
   * Visits every part that is not a multipart, in order; nested messages are not opened. A message
   * over the complexity limits has no parts.
   *
   * @throws IOException from the visitor, or the raw bytes cannot be read
   * @throws IllegalStateException the time budget was exhausted
   */
  public void visit(PartVisitor visitor) throws IOException {
    if (!isTooComplex()) {
      visit(root, visitor, deadlines.get());
    }
  }

  /**
   * All texts in order, including those of nested messages: for parsing bounces and complaints,
   * whose data is in parts listed as attachments. Bounded by the limits of {@link TextParts}.
   *
   * @throws MailboxException {@code upstream_unavailable}: the HTML parser is at capacity
   * @throws IOException the raw bytes cannot be read; never because of their content
   */
  public List<TextPart> texts() throws IOException {
    return isTooComplex() ? List.of() : TextParts.of(bytes, root);
  }

  /** Decodes one part; closing the stream closes this message. */
  InputStream part(String path) throws IOException {
    MimePart part = isTooComplex() ? null : find(path);
    if (part == null) {
      throw new IOException("the message has no such part");
    }
    return bytes.owning(TransferDecoding.open(part, bytes.body(part)));
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  private boolean isTooComplex() {
    return found.contains(MimeDefect.TOO_COMPLEX);
  }

  private record Body(
      @Nullable String text, @Nullable String html, List<ParsedAttachment> attachments) {
    private static final Body NONE = new Body(null, null, List.of());
  }

  private Body body(Set<MimeDefect> defects) throws IOException {
    try {
      BodyCollector collector = new BodyCollector(bytes, first, defects);
      String text = null;
      String html = null;
      try {
        collector.collect(root);
      } catch (Deadline.Over over) {
        defects.add(MimeDefect.TOO_SLOW);
      }
      try {
        html = collector.html();
        text = collector.text();
      } catch (Deadline.Over over) {
        defects.add(MimeDefect.TOO_SLOW);
      }
      return new Body(text, html, List.copyOf(collector.attachments()));
    } catch (MailboxException busy) {
      throw busy;
    } catch (RuntimeException | StackOverflowError unforeseen) {
      // The message is stored and shown with its headers; its content must not be logged.
      LOG.warn("body of a message could not be read: {}", unforeseen.getClass().getName());
      defects.add(MimeDefect.UNREADABLE);
      return Body.NONE;
    }
  }

  /** Recursion is bounded by the scanner's depth limit. */
  private void visit(MimePart part, PartVisitor visitor, Deadline deadline) throws IOException {
    if (deadline.isOver()) {
      throw new IllegalStateException("too little time to look at every part");
    }
    for (MimePart child : part.children()) {
      visit(child, visitor, deadline);
    }
    if (part.isMultipart()) {
      return;
    }
    LeafPart leaf =
        new LeafPart(
            part.path(),
            part.fileName(),
            new HeaderValue(part.mediaType(), part.contentType().parameters()));
    try (InputStream content = TransferDecoding.open(part, bytes.body(part))) {
      visitor.visit(leaf, content);
    }
  }

  private @Nullable MimePart find(String path) {
    List<MimePart> left = new ArrayList<>(List.of(root));
    while (!left.isEmpty()) {
      MimePart part = left.remove(left.size() - 1);
      if (!part.isMultipart() && part.path().equals(path)) {
        return part;
      }
      left.addAll(part.children());
    }
    return null;
  }

  /** Looks at the parts of a message, one after the other. */
  public interface PartVisitor {
    /**
     * One part that is no multipart.
     *
     * @param content decoded; only what is read of it costs time
     * @throws IOException ends the visit
     */
    void visit(LeafPart part, InputStream content) throws IOException;
  }
}
