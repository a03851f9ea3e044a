package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the new part of a reply, without the quoted message and the signature. Answers between
 * quotes are kept with the quotes. If nothing would be left, returns everything. In doubt text is
 * kept: losing a sentence of the sender is worse than keeping a quoted one.
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

  /** Longest footer of a mailing list in lines. */
  private static final int MAX_FOOTER_LINES = 6;

  /** Lines, including blank ones, within which a signature must end. */
  private static final int MAX_SIGNATURE_SPAN = 60;

  /** Most letters before a Usenet quote mark. */
  private static final int MAX_INITIALS = 3;

  /** A quoted line of at least this length was probably wrapped. */
  private static final int WRAPPED_LINE = 70;

  /** A marker left in the text by a tracking service. */
  private static final String TRACKER_MARK = "ᐧ";

  /** The delimiter of a signature (RFC 3676 section 4.3), which programs write. */
  private static final String DELIMITER = "-- ";

  private final List<String> lines;
  private final List<String> plain;
  private final List<Kind> kinds;

  private ReplyText(List<String> lines) {
    this.lines = lines;
    this.plain = lines.stream().map(PlainLine::of).toList();
    this.kinds = new ArrayList<>(lines.size());
    findKinds();
  }

  private enum Kind {
    EMPTY,
    TEXT,
    QUOTE,
    HEADER,
    ORIGINAL,
    DEVICE,
    /** The delimiter of a signature as programs write it. */
    DELIMITER,
    /** A line of two dashes, which people write too. */
    DASHES,
    /** A line of underscores, after which a mailing list may write. */
    RULE,
    /** A line of other repeated characters, which also occur inside a text. */
    ORNAMENT
  }

  /** Where a signature ends. */
  private static final Set<Kind> QUOTED = Set.of(Kind.HEADER, Kind.ORIGINAL, Kind.QUOTE);

  /** What the new part may end with. */
  private static final Set<Kind> NEW = Set.of(Kind.TEXT, Kind.HEADER, Kind.ORIGINAL);

  /** The new part of a plain text, without surrounding blank lines. */
  public static String newPart(String text) {
    List<String> lines = split(text);
    ReplyText reply = new ReplyText(lines);
    String part = join(reply.firstText() < 0 ? lines : reply.select());
    return part.isBlank() ? join(lines) : part;
  }

  /** The start of the new part on one line; empty without a text. */
  public static String preview(@Nullable String text) {
    return text == null ? "" : Texts.preview(newPart(text));
  }

  /**
   * The first line that is not new, or the number of lines; 0 when the new part does not come
   * first.
   */
  static int quoteStart(List<String> lines) {
    ReplyText reply = new ReplyText(lines);
    if (reply.firstText() < 0 || reply.afterLeadingHeader() > 0) {
      return 0;
    }
    return reply.end(0);
  }

  private static List<String> split(String text) {
    String[] all = text.replace("\r\n", "\n").replace('\r', '\n').split("\n", MAX_LINES + 1);
    List<String> lines = new ArrayList<>(all.length);
    for (String line : all) {
      lines.add(line.equals(DELIMITER) ? line : line.stripTrailing());
    }
    return lines;
  }

  private void findKinds() {
    while (kinds.size() < lines.size()) {
      int at = kinds.size();
      String line = lines.get(at);
      int header = line.isBlank() || isQuoted(line) ? 0 : headerLines(at);
      for (int i = 0; i < header; i++) {
        kinds.add(Kind.HEADER);
      }
      if (header == 0) {
        kinds.add(isWrappedQuote() ? Kind.QUOTE : kind(at));
      }
    }
  }

  /** The rest of a long quoted line that a client wrapped without quoting the continuation. */
  private boolean isWrappedQuote() {
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

  private int headerLines(int at) {
    int block = HeaderBlock.lines(plain, at);
    int header = block > 0 ? block : QuoteHeaders.lines(plain, at);
    boolean quoted = at + 1 < lines.size() && isQuoted(lines.get(at + 1));
    return header == 0 && quoted && QuoteHeaders.introducesQuote(plain.get(at)) ? 1 : header;
  }

  /** Whether the line is quoted: {@code > } or, as on Usenet, {@code AB> }. */
  private static boolean isQuoted(String line) {
    int at = 0;
    int end = Math.min(line.length(), MAX_LINE);
    while (at < end && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    int initials = at;
    while (at < end && at < initials + MAX_INITIALS && Character.isUpperCase(line.charAt(at))) {
      at++;
    }
    return at < end && line.charAt(at) == '>';
  }

  private Kind kind(int at) {
    String line = lines.get(at);
    if (line.equals(DELIMITER)) {
      return Kind.DELIMITER;
    }
    if (line.isBlank() || line.equals(TRACKER_MARK)) {
      return Kind.EMPTY;
    }
    if (isQuoted(line)) {
      return Kind.QUOTE;
    }
    if (QuoteHeaders.isOriginalMessage(plain.get(at))) {
      return Kind.ORIGINAL;
    }
    if (line.length() <= MAX_LINE && Signatures.mayBeDrawn(line)) {
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
    return Signatures.isDevice(plain.get(at)) ? Kind.DEVICE : Kind.TEXT;
  }

  private int firstText() {
    return kinds.indexOf(Kind.TEXT);
  }

  private List<String> select() {
    int start = afterLeadingHeader();
    int end = end(start);
    List<String> kept = new ArrayList<>();
    for (int i = start; i < end; i++) {
      if (kinds.get(i) != Kind.HEADER) {
        kept.add(lines.get(i));
      }
    }
    return kept;
  }

  /** A leading quote header means a reply below the quote, which is skipped if a reply follows. */
  private int afterLeadingHeader() {
    int start = skip(0, Kind.EMPTY);
    int at = skip(start, Kind.ORIGINAL, Kind.HEADER);
    if (at == start) {
      return 0;
    }
    int afterHeader = skip(at, Kind.EMPTY);
    int afterQuote = skip(afterHeader, Kind.QUOTE, Kind.EMPTY);
    boolean answered = afterQuote < kinds.size() && kinds.get(afterQuote) == Kind.TEXT;
    return answered ? afterQuote : afterHeader;
  }

  /** Where quoted text or a signature starts. */
  private int end(int start) {
    int at = start;
    while (at < kinds.size() && !isEnd(at, start)) {
      // A run of header lines is evaluated once.
      at = kinds.get(at) == Kind.HEADER ? skip(at, Kind.HEADER) : at + 1;
    }
    return trimEnd(start, at);
  }

  private boolean isEnd(int at, int start) {
    return switch (kinds.get(at)) {
      case ORIGINAL -> true;
      case HEADER -> !isAnsweredBelow(at);
      case DELIMITER, DASHES, RULE -> at > start && isSignature(at);
      default -> false;
    };
  }

  /** Whether text follows the quote after this header, which means an interleaved reply. */
  private boolean isAnsweredBelow(int header) {
    int at = skip(header, Kind.HEADER, Kind.EMPTY);
    if (at == kinds.size() || kinds.get(at) != Kind.QUOTE) {
      return false;
    }
    at = skip(at, Kind.QUOTE, Kind.EMPTY, Kind.RULE, Kind.ORNAMENT);
    return at < kinds.size() && kinds.get(at) == Kind.TEXT;
  }

  /** Whether nothing but a signature stands between this line and the end or the quote. */
  private boolean isSignature(int delimiter) {
    int limit = Math.min(kinds.size(), delimiter + 1 + MAX_SIGNATURE_SPAN);
    int count = 0;
    boolean last = true;
    boolean listed = false;
    boolean linked = false;
    int at = delimiter + 1;
    while (at < limit && !QUOTED.contains(kinds.get(at))) {
      count += kinds.get(at) == Kind.EMPTY ? 0 : 1;
      last &= !(kinds.get(at) == Kind.DELIMITER || kinds.get(at) == Kind.DASHES);
      listed |= Signatures.isListFooter(plain.get(at));
      linked |= plain.get(at).indexOf('@') >= 0 || plain.get(at).contains("://");
      at++;
    }
    boolean ended = at == kinds.size() || at < limit;
    if (!ended || count > MAX_SIGNATURE_LINES) {
      return false;
    }
    boolean footer = listed && linked && count <= MAX_FOOTER_LINES;
    return switch (kinds.get(delimiter)) {
      case DELIMITER -> last || startsWithName(delimiter + 1, count);
      case DASHES -> footer || (last && startsWithName(delimiter + 1, count));
      default -> footer;
    };
  }

  private boolean startsWithName(int at, int count) {
    if (at == lines.size() || lines.get(at).isBlank()) {
      return false;
    }
    String line = lines.get(at).strip();
    boolean word = count == 1 && line.chars().allMatch(Character::isLetter);
    return word || Signatures.isName(line) || Signatures.isNameWithAddress(line);
  }

  private int trimEnd(int start, int end) {
    int at = end;
    while (at > start && !NEW.contains(kinds.get(at - 1))) {
      at--;
    }
    return at > start ? at : end;
  }

  private int skip(int from, Kind... skipped) {
    Set<Kind> all = Set.of(skipped);
    int at = from;
    while (at < kinds.size() && all.contains(kinds.get(at))) {
      at++;
    }
    return at;
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
