package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.Deadline;
import dev.agentmailbox.mime.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the part tree of a message in one linear pass over its lines (RFC 2046 section 5.1),
 * without recursion and without buffering bodies. Nested messages are not parsed.
 *
 * <p>Not thread safe: one instance per message.
 */
final class MimeScanner {
  /** Deepest nesting of multiparts. */
  static final int MAX_DEPTH = 30;

  /** Most parts at all levels. */
  static final int MAX_PARTS = 1_000;

  /** Most bytes of the message header, and of all part headers together. */
  static final int MAX_HEADER_BYTES = 256 * 1024;

  /** Most bytes of a field including folds. */
  static final int MAX_FIELD_BYTES = 64 * 1024;

  /** Most fields of the message header. */
  static final int MAX_FIELDS = 2_000;

  /** Longest boundary in bytes: RFC 2046 allows 70, a line 998. */
  private static final int MAX_BOUNDARY_BYTES = 998;

  private static final int BODY_LINE_KEPT = MAX_BOUNDARY_BYTES + 8;
  private static final int LINES_PER_TIME_CHECK = 4_096;
  private static final long NONE = -1;
  private static final String CONTENT_PREFIX = "content-";

  private final Deadline deadline;
  private final Set<MimeDefect> defects;
  private final MimePart root = MimePart.root();
  private final List<Multipart> open = new ArrayList<>();
  private final FieldCollector collector = new FieldCollector();

  private @Nullable MimePart current = root;
  private boolean inHeader = true;
  private int parts;
  private int headerBytes;
  private int partHeaderBytes;
  private long previousEnd;

  /** Offset of the header being parsed. */
  private long headerStart;

  /** Offset of the previous line if it is not a field; otherwise NONE. */
  private long malformedStart = NONE;

  /** A multipart whose parts are being parsed. */
  private static final class Multipart {
    private final MimePart part;
    private byte @Nullable [] boundary;

    Multipart(MimePart part, byte @Nullable [] boundary) {
      this.part = part;
      this.boundary = boundary;
    }
  }

  /** A limit was exceeded; caught by {@link #scan}. */
  private static final class TooComplex extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooComplex() {
      super("over a limit", null, false, false);
    }
  }

  MimeScanner(Deadline deadline, Set<MimeDefect> defects) {
    this.deadline = deadline;
    this.defects = defects;
  }

  /**
   * Scans to the end and closes the stream. If a limit is exceeded, TOO_COMPLEX is among the
   * defects and only the root's fields are valid.
   */
  MimePart scan(InputStream in) throws IOException {
    try (ByteLines lines = new ByteLines(in)) {
      int untilCheck = LINES_PER_TIME_CHECK;
      while (lines.next(inHeader ? MAX_FIELD_BYTES + 1 : BODY_LINE_KEPT)) {
        line(lines);
        previousEnd = lines.end();
        if (--untilCheck == 0) {
          deadline.check();
          untilCheck = LINES_PER_TIME_CHECK;
        }
      }
      end(lines.nextStart());
    } catch (TooComplex limit) {
      defects.add(MimeDefect.TOO_COMPLEX);
    } catch (Deadline.Over over) {
      defects.add(MimeDefect.TOO_COMPLEX);
      defects.add(MimeDefect.TOO_SLOW);
    }
    if (collector.needsCharset()) {
      root.decodeFields(root.textCharset());
    }
    return root;
  }

  private void line(ByteLines line) {
    if (!open.isEmpty() && startsWithDashes(line) && boundary(line)) {
      return;
    }
    if (inHeader && current != null) {
      headerLine(current, line);
    }
  }

  private void headerLine(MimePart part, ByteLines line) {
    if (line.length() == 0) {
      flushField(part);
      headerDone(part, line.nextStart());
      return;
    }
    countHeaderBytes(part, line.length());
    byte first = line.kept()[0];
    if (first == ' ' || first == '\t') {
      collector.fold(line.kept(), line.keptLength());
    } else {
      flushField(part);
      if (collector.start(line.kept(), line.keptLength())) {
        malformedStart = NONE;
      } else if (malformed(part, line)) {
        return;
      }
    }
    if (collector.size() > MAX_FIELD_BYTES) {
      collector.cut(MAX_FIELD_BYTES);
      flushField(part);
      throw new TooComplex();
    }
  }

  private void countHeaderBytes(MimePart part, long length) {
    int bytes = (int) Math.min(length, MAX_HEADER_BYTES) + 1;
    boolean over =
        part.isRoot()
            ? (headerBytes += bytes) > MAX_HEADER_BYTES
            : (partHeaderBytes += bytes) > MAX_HEADER_BYTES;
    if (over) {
      flushField(part);
      throw new TooComplex();
    }
  }

  /**
   * Skips a line that is not a field. Two such lines, or one at the start of a part, mean that the
   * header is missing: returns true when the body has begun.
   */
  private boolean malformed(MimePart part, ByteLines line) {
    // The From line of an mbox entry is not a field, but harmless.
    String text =
        new String(line.kept(), 0, Math.min(line.keptLength(), 6), StandardCharsets.ISO_8859_1);
    if (part.isRoot() && (text.startsWith("From ") || text.startsWith(">From"))) {
      return false;
    }
    defects.add(MimeDefect.BAD_HEADER);
    boolean first = !part.isRoot() && line.start() == headerStart;
    if (malformedStart == NONE && !first) {
      malformedStart = line.start();
      return false;
    }
    headerDone(part, first ? line.start() : malformedStart);
    return true;
  }

  private void flushField(MimePart part) {
    RawField field = collector.finish();
    if (field == null) {
      return;
    }
    boolean content = field.name().regionMatches(true, 0, CONTENT_PREFIX, 0, 8);
    if (part.isRoot() || (content && part.field(field.name()).isEmpty())) {
      part.addField(field);
    }
    if (part.fields().size() > MAX_FIELDS) {
      throw new TooComplex();
    }
  }

  private void headerDone(MimePart part, long bodyStart) {
    part.headerDone(bodyStart);
    inHeader = false;
    malformedStart = NONE;
    if (!part.isMultipart()) {
      return;
    }
    if (open.size() == MAX_DEPTH) {
      throw new TooComplex();
    }
    String boundary = part.contentType().parameter("boundary");
    byte[] bytes = boundary == null ? null : Texts.utf8(boundary.stripTrailing());
    boolean usable = bytes != null && bytes.length > 0 && bytes.length <= MAX_BOUNDARY_BYTES;
    if (!usable) {
      defects.add(MimeDefect.MISSING_BOUNDARY);
    }
    open.add(new Multipart(part, usable ? bytes : null));
    current = null;
  }

  private static boolean startsWithDashes(ByteLines line) {
    return line.keptLength() > 2 && line.kept()[0] == '-' && line.kept()[1] == '-';
  }

  private boolean boundary(ByteLines line) {
    int length = line.keptLength();
    if (line.length() > length) {
      return false;
    }
    byte[] bytes = line.kept();
    while (length > 0 && (bytes[length - 1] == ' ' || bytes[length - 1] == '\t')) {
      length--;
    }
    guessBoundary(bytes, length);
    for (int i = open.size() - 1; i >= 0; i--) {
      byte[] boundary = open.get(i).boundary;
      if (boundary == null || !startsWith(bytes, length, boundary)) {
        continue;
      }
      int rest = length - 2 - boundary.length;
      boolean closing = rest >= 2 && bytes[length - rest] == '-' && bytes[length - rest + 1] == '-';
      if (rest == 0 || (closing && rest == 2)) {
        delimiter(i, closing, line);
        return true;
      }
    }
    return false;
  }

  /** A multipart without boundary parameter uses the first line that looks like a boundary. */
  private void guessBoundary(byte[] bytes, int length) {
    Multipart innermost = open.get(open.size() - 1);
    if (innermost.boundary != null || current != null || length <= 2) {
      return;
    }
    byte[] guess = new byte[Math.min(length - 2, MAX_BOUNDARY_BYTES)];
    System.arraycopy(bytes, 2, guess, 0, guess.length);
    innermost.boundary = guess;
  }

  private static boolean startsWith(byte[] line, int length, byte[] boundary) {
    if (length < boundary.length + 2) {
      return false;
    }
    // From the end: crafted boundaries share a prefix.
    for (int i = boundary.length - 1; i >= 0; i--) {
      if (line[i + 2] != boundary[i]) {
        return false;
      }
    }
    return true;
  }

  private void delimiter(int level, boolean closing, ByteLines line) {
    finishCurrent(previousEnd, line.start());
    while (open.size() > level + 1) {
      closeUnclosed(previousEnd);
    }
    if (closing) {
      close(line.start());
      current = null;
      inHeader = false;
      return;
    }
    if (++parts > MAX_PARTS) {
      throw new TooComplex();
    }
    current = open.get(level).part.addChild();
    inHeader = true;
    headerStart = line.nextStart();
  }

  private void finishCurrent(long bodyEnd, long lineStart) {
    if (current == null) {
      return;
    }
    if (inHeader) {
      flushField(current);
      current.bodyDone(lineStart);
    } else {
      current.bodyDone(bodyEnd);
    }
    current = null;
  }

  private void closeUnclosed(long bodyEnd) {
    defects.add(MimeDefect.UNCLOSED_MULTIPART);
    open.get(open.size() - 1).part.dropEmptyEnd();
    close(bodyEnd);
  }

  private void close(long bodyEnd) {
    MimePart part = open.remove(open.size() - 1).part;
    part.bodyDone(bodyEnd);
    if (part.children().isEmpty()) {
      defects.add(MimeDefect.MISSING_BOUNDARY);
      part.treatAsText();
    }
  }

  private void end(long size) {
    finishCurrent(size, size);
    while (!open.isEmpty()) {
      closeUnclosed(size);
    }
  }
}
