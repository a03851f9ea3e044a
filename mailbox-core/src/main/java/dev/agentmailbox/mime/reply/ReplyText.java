package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Extracts the new part of a reply, without the quoted message and the signature. Answers between
 * quotes are kept with the quotes. If nothing would be left, returns everything.
 *
 * <p>Thread safe; linear in the number of lines.
 */
public final class ReplyText {
  /** UTF-16 code units of a line examined. */
  private static final int MAX_LINE = 2_000;

  /** Lines examined; later ones are quotes, or the mail was not written by a person. */
  private static final int MAX_LINES = 10_000;

  /** Longest signature in lines. */
  private static final int MAX_SIGNATURE_LINES = 16;

  /** Lines, including blank ones, within which a signature must end. */
  private static final int MAX_SIGNATURE_SPAN = 60;

  /** Most letters before a Usenet quote mark. */
  private static final int MAX_INITIALS = 3;

  /** Most lines at the end after a rule that count as a signature. */
  private static final int MAX_LINES_AFTER_RULE = 3;

  /** A quoted line of at least this length was probably wrapped. */
  private static final int WRAPPED_LINE = 70;

  /** A marker left in the text by a tracking service. */
  private static final String TRACKER_MARK = "ᐧ";

  private ReplyText() {}

  private enum Kind {
    EMPTY,
    TEXT,
    QUOTE,
    HEADER,
    ORIGINAL,
    DEVICE,
    NAMED_DEVICE,
    DASHES,
    /** A line of underscores, which a signature may follow. */
    RULE,
    /** A line of other repeated characters, which also occur inside a text. */
    ORNAMENT
  }

  /** The new part of a plain text, without surrounding blank lines. */
  public static String newPart(String text) {
    List<String> lines = lines(text);
    List<Kind> kinds = kinds(lines);
    int first = firstText(kinds);
    List<String> kept = first < 0 ? lines : select(lines, kinds);
    String part = join(kept);
    return part.isBlank() ? join(lines(text)) : part;
  }

  /**
   * The new part of an HTML reply; empty when no quote with new text before it is found, or the
   * result would be longer than the limit of a body.
   *
   * @throws UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static Optional<String> newHtml(String html) {
    return BoundedHtml.read(html, ReplyHtml::newPart);
  }

  /**
   * The first line that is not new, or the number of lines; 0 when the new part does not come
   * first.
   */
  static int quoteStart(List<String> lines) {
    List<Kind> kinds = kinds(lines);
    if (firstText(kinds) < 0 || afterLeadingHeader(kinds) > 0) {
      return 0;
    }
    return end(kinds, 0);
  }

  private static List<String> lines(String text) {
    String[] all = text.replace("\r\n", "\n").replace('\r', '\n').split("\n", MAX_LINES + 1);
    List<String> lines = new ArrayList<>(all.length);
    for (String line : all) {
      lines.add(line.stripTrailing());
    }
    return lines;
  }

  private static List<Kind> kinds(List<String> lines) {
    List<String> seen = new ArrayList<>(lines.size());
    for (String line : lines) {
      seen.add(line.length() > MAX_LINE ? line.substring(0, MAX_LINE) : line);
    }
    List<Kind> kinds = new ArrayList<>(lines.size());
    while (kinds.size() < seen.size()) {
      int at = kinds.size();
      int header = isQuoted(seen.get(at)) ? 0 : headerLines(seen, at);
      if (header > 0) {
        for (int i = 0; i < header; i++) {
          kinds.add(Kind.HEADER);
        }
      } else {
        kinds.add(isWrappedQuote(seen, kinds) ? Kind.QUOTE : kind(seen.get(at)));
      }
    }
    return kinds;
  }

  /** The rest of a long quoted line that a client wrapped without quoting the continuation. */
  private static boolean isWrappedQuote(List<String> lines, List<Kind> kinds) {
    int at = kinds.size();
    if (at == 0 || kinds.get(at - 1) != Kind.QUOTE || lines.get(at).isBlank()) {
      return false;
    }
    boolean single =
        at + 1 == lines.size() || lines.get(at + 1).isBlank() || isQuoted(lines.get(at + 1));
    return single
        && lines.get(at - 1).length() >= WRAPPED_LINE
        && Character.isLowerCase(lines.get(at).charAt(0));
  }

  private static int headerLines(List<String> lines, int at) {
    if (lines.get(at).isBlank()) {
      return 0;
    }
    int block = QuoteHeaders.headerBlock(lines, at);
    return block > 0 ? block : QuoteHeaders.quoteHeader(lines, at);
  }

  /** Whether the line is quoted: {@code > } or, as on Usenet, {@code AB> }. */
  private static boolean isQuoted(String line) {
    String text = line.stripLeading();
    int at = 0;
    while (at < MAX_INITIALS && at < text.length() && Character.isUpperCase(text.charAt(at))) {
      at++;
    }
    return at < text.length() && text.charAt(at) == '>';
  }

  private static Kind kind(String line) {
    if (line.isBlank() || line.equals(TRACKER_MARK)) {
      return Kind.EMPTY;
    }
    if (isQuoted(line)) {
      return Kind.QUOTE;
    }
    if (QuoteHeaders.isOriginalMessage(line)) {
      return Kind.ORIGINAL;
    }
    if (Signatures.mayBeDrawn(line)) {
      if (Signatures.isDelimiter(line)) {
        return Kind.DASHES;
      }
      if (Signatures.isRule(line)) {
        return Kind.RULE;
      }
      if (Signatures.isOrnament(line)) {
        return Kind.ORNAMENT;
      }
    }
    if (!Signatures.isDevice(line)) {
      return Kind.TEXT;
    }
    return Signatures.namesDevice(line) ? Kind.NAMED_DEVICE : Kind.DEVICE;
  }

  private static int firstText(List<Kind> kinds) {
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i) == Kind.TEXT) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> select(List<String> lines, List<Kind> kinds) {
    int start = afterLeadingHeader(kinds);
    int end = end(kinds, start);
    List<String> kept = new ArrayList<>();
    for (int i = start; i < end; i++) {
      if (kinds.get(i) != Kind.HEADER) {
        kept.add(lines.get(i));
      }
    }
    return kept;
  }

  /** A leading quote header means a reply below the quote, which is skipped if a reply follows. */
  private static int afterLeadingHeader(List<Kind> kinds) {
    int at = skip(kinds, 0, Kind.EMPTY);
    int start = at;
    while (at < kinds.size() && (kinds.get(at) == Kind.ORIGINAL || kinds.get(at) == Kind.HEADER)) {
      at++;
    }
    if (at == start) {
      return 0;
    }
    int afterHeader = skip(kinds, at, Kind.EMPTY);
    int afterQuote = afterHeader;
    while (afterQuote < kinds.size() && isOneOf(kinds.get(afterQuote), Kind.QUOTE, Kind.EMPTY)) {
      afterQuote++;
    }
    boolean answered = afterQuote < kinds.size() && kinds.get(afterQuote) == Kind.TEXT;
    return answered ? afterQuote : afterHeader;
  }

  /** Where quoted text or a signature starts. */
  private static int end(List<Kind> kinds, int start) {
    int at = start;
    while (at < kinds.size() && !isEnd(kinds, at, start)) {
      // A run of header lines is evaluated once.
      at = kinds.get(at) == Kind.HEADER ? skip(kinds, at, Kind.HEADER) : at + 1;
    }
    return trimEnd(kinds, start, at);
  }

  private static boolean isEnd(List<Kind> kinds, int at, int start) {
    return switch (kinds.get(at)) {
      case ORIGINAL -> true;
      case HEADER -> !isAnsweredBelow(kinds, at);
      case NAMED_DEVICE -> standsAlone(kinds, at);
      case DASHES -> at > start && isSignature(kinds, at, MAX_SIGNATURE_LINES);
      case RULE -> at > start && isSignature(kinds, at, MAX_LINES_AFTER_RULE);
      default -> false;
    };
  }

  private static boolean standsAlone(List<Kind> kinds, int at) {
    boolean before = at > 0 && kinds.get(at - 1) == Kind.EMPTY;
    return before && (at + 1 == kinds.size() || kinds.get(at + 1) == Kind.EMPTY);
  }

  /** Whether text follows the quote after this header, which means an interleaved reply. */
  private static boolean isAnsweredBelow(List<Kind> kinds, int header) {
    int at = header;
    while (at < kinds.size() && isOneOf(kinds.get(at), Kind.HEADER, Kind.EMPTY)) {
      at++;
    }
    if (at == kinds.size() || kinds.get(at) != Kind.QUOTE) {
      return false;
    }
    while (at < kinds.size()
        && isOneOf(kinds.get(at), Kind.QUOTE, Kind.EMPTY, Kind.RULE, Kind.ORNAMENT)) {
      at++;
    }
    return at < kinds.size() && kinds.get(at) == Kind.TEXT;
  }

  private static boolean isSignature(List<Kind> kinds, int delimiter, int limit) {
    int lines = 0;
    int end = Math.min(kinds.size(), delimiter + 1 + MAX_SIGNATURE_SPAN);
    for (int i = delimiter + 1; i < end; i++) {
      Kind kind = kinds.get(i);
      if (isOneOf(kind, Kind.HEADER, Kind.ORIGINAL, Kind.QUOTE)) {
        return true;
      }
      lines += kind == Kind.EMPTY ? 0 : 1;
      if (lines > limit) {
        return false;
      }
    }
    return end == kinds.size();
  }

  private static int trimEnd(List<Kind> kinds, int start, int end) {
    int at = end;
    while (at > start
        && isOneOf(
            kinds.get(at - 1),
            Kind.EMPTY,
            Kind.QUOTE,
            Kind.DEVICE,
            Kind.NAMED_DEVICE,
            Kind.DASHES,
            Kind.RULE,
            Kind.ORNAMENT)) {
      at--;
    }
    return at > start ? at : end;
  }

  private static int skip(List<Kind> kinds, int from, Kind kind) {
    int at = from;
    while (at < kinds.size() && kinds.get(at) == kind) {
      at++;
    }
    return at;
  }

  private static boolean isOneOf(Kind kind, Kind... kinds) {
    for (Kind one : kinds) {
      if (one == kind) {
        return true;
      }
    }
    return false;
  }

  private static String join(List<String> lines) {
    int from = 0;
    int to = lines.size();
    while (from < to && lines.get(from).isBlank()) {
      from++;
    }
    while (to > from && lines.get(to - 1).isBlank()) {
      to--;
    }
    return String.join("\n", lines.subList(from, to));
  }
}
