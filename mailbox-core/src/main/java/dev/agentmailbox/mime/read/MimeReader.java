package dev.agentmailbox.mime.read;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads hostile mail (RFC 5322, RFC 2045 to 2049, RFC 2231). Whatever the bytes are, the answer is
 * what could be had of them, with its defects. Time grows linearly with size; memory does not: a
 * message in a file is never held whole.
 *
 * <p>Thread safe. Sets no property of the process.
 */
public final class MimeReader {
  /** Message ids of References that are kept. */
  public static final int MAX_REFERENCES = 100;

  private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(MimeReader.class);

  private final Duration budget;
  private final LongSupplier nanoTime;

  /** A reader that spends at most ten seconds on a message. */
  public MimeReader() {
    this(DEFAULT_BUDGET, System::nanoTime);
  }

  MimeReader(Duration budget, LongSupplier nanoTime) {
    this.budget = budget;
    this.nanoTime = nanoTime;
  }

  /**
   * Reads a message.
   *
   * @throws MailboxException {@code upstream_unavailable}: too much other HTML is being read
   * @throws UncheckedIOException when the raw bytes cannot be fetched; never for what they say
   */
  public ParsedMessage read(RawMessage raw) {
    Set<MimeDefect> defects = EnumSet.noneOf(MimeDefect.class);
    Deadline deadline = new Deadline(nanoTime, budget);
    try (BoundedHtml.Turn turn = BoundedHtml.turn()) {
      MimePart root = new MimeScanner(deadline, defects).scan(raw.open());
      HeaderReader headers = HeaderReader.read(root.fields(), defects);
      Body body =
          defects.contains(MimeDefect.TOO_COMPLEX) ? Body.NONE : body(raw, root, deadline, defects);
      return headers.toMessage(body.text(), body.html(), body.attachments(), defects);
    } catch (IOException storage) {
      throw new UncheckedIOException("raw message cannot be read", storage);
    }
  }

  /**
   * Decodes one part; the caller closes.
   *
   * @param partPath of {@link ParsedAttachment}
   * @throws IOException when there is no such part, or the raw bytes cannot be fetched
   */
  public InputStream openPart(RawMessage raw, String partPath) throws IOException {
    Set<MimeDefect> defects = EnumSet.noneOf(MimeDefect.class);
    MimePart root = new MimeScanner(new Deadline(nanoTime, budget), defects).scan(raw.open());
    MimePart part = defects.contains(MimeDefect.TOO_COMPLEX) ? null : find(root, partPath);
    if (part == null) {
      throw new IOException("the message has no such part");
    }
    RawBytes bytes = RawBytes.open(raw);
    try {
      return bytes.owning(TransferDecoding.open(part, bytes.body(part)));
    } catch (IOException | RuntimeException failure) {
      bytes.close();
      throw failure;
    }
  }

  /**
   * Shows every part that is no multipart, in order, in one reading of the message; messages inside
   * it are not opened. A message that is too complex to be read has none.
   *
   * @throws IOException from the visitor, or when the raw bytes cannot be fetched
   * @throws IllegalStateException when the time is used up before the end
   */
  public void visit(RawMessage raw, PartVisitor visitor) throws IOException {
    Set<MimeDefect> defects = EnumSet.noneOf(MimeDefect.class);
    Deadline deadline = new Deadline(nanoTime, budget);
    MimePart root = new MimeScanner(deadline, defects).scan(raw.open());
    if (defects.contains(MimeDefect.TOO_COMPLEX)) {
      return;
    }
    try (RawBytes bytes = RawBytes.open(raw)) {
      visit(root, bytes, visitor, deadline);
    }
  }

  /** Recursion is as deep as the scanner lets multiparts be. */
  private static void visit(MimePart part, RawBytes bytes, PartVisitor visitor, Deadline deadline)
      throws IOException {
    if (deadline.isOver()) {
      throw new IllegalStateException("too little time to look at every part");
    }
    for (MimePart child : part.children()) {
      visit(child, bytes, visitor, deadline);
    }
    if (part.isMultipart()) {
      return;
    }
    String name = part.disposition().parameter("filename");
    LeafPart leaf =
        new LeafPart(
            part.path(),
            FileNames.clean(name != null ? name : part.contentType().parameter("name")),
            part.mediaType(),
            part.contentType().parameter("charset"));
    try (InputStream content = TransferDecoding.open(part, bytes.body(part))) {
      visitor.visit(leaf, content);
    }
  }

  private record Body(
      @Nullable String text, @Nullable String html, List<ParsedAttachment> attachments) {
    private static final Body NONE = new Body(null, null, List.of());
  }

  private static Body body(
      RawMessage raw, MimePart root, Deadline deadline, Set<MimeDefect> defects)
      throws IOException {
    try (RawBytes bytes = RawBytes.open(raw)) {
      BodyCollector collector = new BodyCollector(bytes, deadline, defects);
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
      // The message is stored and shown with its headers; its content stays out of the log.
      LOG.warn("body of a message could not be read: {}", unforeseen.getClass().getName());
      defects.add(MimeDefect.UNREADABLE);
      return Body.NONE;
    }
  }

  private static @Nullable MimePart find(MimePart root, String path) {
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
}
