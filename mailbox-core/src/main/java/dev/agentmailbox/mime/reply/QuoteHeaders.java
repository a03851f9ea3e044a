package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.reply.QuoteWords.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Detects the lines that mail programs put before a quoted message. All lines are as {@link
 * PlainLine} writes them. Patterns have no nested quantifiers.
 */
final class QuoteHeaders {
  /** Most lines over which an {@code On … wrote:} header is folded. */
  private static final int MAX_LINES = 6;

  private static final int MAX_LENGTH = PlainLine.MAX_LENGTH;
  private static final int MAX_WORDS_AFTER_VERB = 16;

  /** Most words after the verb when no address is given: the name of the author. */
  private static final int MAX_NAME_WORDS = 6;

  /** Most words between an address and the verb, such as auxiliary verbs. */
  private static final int MAX_WORDS_BEFORE_VERB = 3;

  /** Words in which the date of a header without an introduction begins. */
  private static final int EARLY_WORDS = 4;

  /** Shortest word that ends a sentence rather than being an abbreviation. */
  private static final int LAST_WORD = 4;

  private static final Pattern ISO_DATE_START =
      Pattern.compile("\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}\\b.*");

  /** Not a part of an IP address, a version or a status code such as {@code 5.2.12}. */
  private static final Pattern TIME =
      Pattern.compile("(?<![\\d.])\\d{1,2}[:.h時时시]\\s?\\d{2}(?!\\.?\\d)");

  private static final Pattern YEAR =
      Pattern.compile("(?<!\\d)(?:\\d{4}|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4})(?!\\d)");
  private static final Pattern ADDRESS = Pattern.compile("[^\\s@]@[^\\s@]");

  /** An address in brackets. */
  private static final Pattern BRACKETED = Pattern.compile("[<(\\[][^\\s@<(\\[]{1,128}@");

  private static final Pattern FENCED =
      Pattern.compile("[-_=*]{2,}\\s{0,3}[^-_=*].{1,80}[-_=*]{2,}:?");

  private QuoteHeaders() {}

  /** Matches {@code -----Original Message-----} and {@code Begin forwarded message:}. */
  static boolean isOriginalMessage(String line) {
    if (line.isEmpty()) {
      return false;
    }
    boolean drawn = "-_=".indexOf(line.charAt(0)) >= 0;
    if (!drawn && line.charAt(line.length() - 1) != ':') {
      return false;
    }
    String text = inside(line);
    boolean lotus = drawn && text.startsWith("forwarded by ");
    return lotus || QuoteWords.MESSAGE_LINES.contains(text) || (drawn && hasAuthor(text));
  }

  /** Whether the author stands in the same line as {@code -----Original Message-----}. */
  private static boolean hasAuthor(String text) {
    int dashes = text.indexOf("--");
    return dashes > 0
        && QuoteWords.MESSAGE_LINES.contains(text.substring(0, dashes).strip())
        && QuoteWords.labels(inside(text.substring(dashes))).contains(Label.FROM);
  }

  /** Whether this line, above a quoted one, introduces it although it lacks a year and a time. */
  static boolean introducesQuote(String line) {
    if (!line.endsWith(":") || !startsWithDate(line)) {
      return false;
    }
    String core = withoutEnd(line);
    return QuoteWords.VERBS.contains(core.substring(core.lastIndexOf(' ') + 1));
  }

  /** Number of lines of an {@code On … wrote:} header that starts here, or 0. */
  static int lines(List<String> lines, int from) {
    String first = lines.get(from);
    if (first.isEmpty() || !mayStart(first)) {
      return 0;
    }
    boolean strong = isStart(first);
    StringBuilder joined = new StringBuilder(first);
    for (int count = 1; strong || count == 1; count++) {
      if (mayEnd(joined) && isHeader(joined.toString())) {
        return count;
      }
      if (count == MAX_LINES || from + count == lines.size() || joined.length() > MAX_LENGTH) {
        return 0;
      }
      String more = lines.get(from + count);
      if (more.isEmpty() && goesOnBelow(lines, from + count)) {
        continue;
      }
      if (more.isEmpty() || endsSentence(joined) || startsWithDate(more)) {
        return 0;
      }
      joined.append(' ').append(more);
    }
    return 0;
  }

  /** Whether only the address or the verb stands below a blank line. */
  private static boolean goesOnBelow(List<String> lines, int blank) {
    if (blank + 1 == lines.size()) {
      return false;
    }
    String below = lines.get(blank + 1);
    return below.startsWith("<")
        || (below.endsWith(":") && QuoteWords.VERBS.contains(withoutEnd(below)));
  }

  /** Whether there are a date with a year and a time of day. */
  static boolean hasDateAndTime(String text) {
    return YEAR.matcher(text).find() && TIME.matcher(text).find();
  }

  private static boolean mayStart(String line) {
    return PlainLine.hasDigit(line)
        || line.indexOf('@') >= 0
        || line.charAt(line.length() - 1) == ':'
        || line.indexOf('<') >= 0
        || line.startsWith("--");
  }

  /** Whether the line can start a folded header. */
  private static boolean isStart(String line) {
    if (!PlainLine.hasDigit(line)) {
      return line.indexOf('@') > 0 && verb(words(line)) >= 0;
    }
    return startsWithDate(line) || hasDateAndTime(line) || verb(words(line)) >= 0;
  }

  private static boolean startsWithDate(String line) {
    return PlainLine.isDigit(line.charAt(0)) || (PlainLine.hasDigit(line) && hasIntro(line));
  }

  private static boolean hasIntro(String line) {
    String text = Texts.trimmed(line, "-– ", "");
    int space = text.indexOf(' ');
    if (space <= 0) {
      return false;
    }
    List<String> intros = QuoteWords.INTROS.get(text.substring(0, space));
    return intros != null && intros.stream().anyMatch(text::startsWith);
  }

  private static boolean endsSentence(StringBuilder text) {
    char last = text.charAt(text.length() - 1);
    if (last == '!' || last == '?') {
      return true;
    }
    int word = text.length() - 1 - text.lastIndexOf(" ") - 1;
    return last == '.'
        && word >= LAST_WORD
        && !PlainLine.isDigit(text.charAt(text.length() - 2))
        && text.lastIndexOf(".", text.length() - 2) < text.length() - 1 - word;
  }

  /** A cheap check before the expensive one. */
  private static boolean mayEnd(StringBuilder line) {
    return ":-—>".indexOf(line.charAt(line.length() - 1)) >= 0
        || line.indexOf(" gmt") > 0
        || QuoteWords.VERBS.contains(line.substring(line.lastIndexOf(" ") + 1));
  }

  private static boolean isHeader(String line) {
    if (line.length() > MAX_LENGTH) {
      return false;
    }
    boolean timed = TIME.matcher(line).find();
    boolean stamped = timed || YEAR.matcher(line).find();
    boolean addressed = ADDRESS.matcher(line).find();
    if (ISO_DATE_START.matcher(line).matches() && (addressed || line.contains(" gmt"))) {
      return line.endsWith(":") || line.endsWith(">") || line.contains(" gmt");
    }
    String core = withoutEnd(line);
    boolean intro = stamped && hasIntro(line);
    boolean ended = core.length() < line.length();
    if (!ended) {
      return timed && addressed && intro && verb(words(core)) >= 0 && !core.endsWith(">");
    }
    boolean dated = intro || (stamped && startsWithDate(line)) || hasDateAndTime(line);
    if (dated && addressed && endsWithAddress(core)) {
      return true;
    }
    if (!stamped && !addressed && !isFenced(line)) {
      return false;
    }
    for (String ending : QuoteWords.ENDINGS) {
      if (core.endsWith(ending)) {
        return timed || addressed;
      }
    }
    return hasVerb(line, core, new Stamp(timed, stamped, addressed, intro));
  }

  /** What a line tells about when and who. */
  private record Stamp(boolean timed, boolean stamped, boolean addressed, boolean intro) {}

  /** Whether the verb is last, or before a name, an address or a date. */
  private static boolean hasVerb(String line, String core, Stamp stamp) {
    List<String> words = words(core);
    int verb = verb(words);
    if (verb < 0) {
      return false;
    }
    int after = words.size() - 1 - verb;
    if (after == 0) {
      boolean named = stamp.addressed && endsNearAddress(words, verb);
      boolean early = stamp.stamped && (stamp.intro || hasEarlyDigit(words));
      return isFenced(line)
          || named
          || (early && (stamp.addressed || stamp.timed || line.indexOf(',') > 0));
    }
    if (!stamp.stamped) {
      return false;
    }
    return stamp.addressed
        ? after <= MAX_WORDS_AFTER_VERB && (stamp.intro || BRACKETED.matcher(core).find())
        : stamp.intro && after <= MAX_NAME_WORDS;
  }

  /** Whether the text after the last {@code @} is one word, with or without a closing bracket. */
  private static boolean endsWithAddress(String core) {
    int at = core.lastIndexOf('@');
    for (int i = at; i < core.length(); i++) {
      if (core.charAt(i) == ' ') {
        return core.indexOf('>', i) >= 0 && core.length() - i <= 3;
      }
    }
    return true;
  }

  private static boolean endsNearAddress(List<String> words, int verb) {
    for (int i = verb - 1; i >= 0 && i >= verb - 1 - MAX_WORDS_BEFORE_VERB; i--) {
      String word = words.get(i);
      if (word.indexOf('@') >= 0) {
        boolean bracketed = word.endsWith(">") || word.endsWith(")") || word.endsWith("]");
        return bracketed || i == 0;
      }
    }
    return false;
  }

  private static boolean hasEarlyDigit(List<String> words) {
    return words.stream().limit(EARLY_WORDS).anyMatch(PlainLine::hasDigit);
  }

  private static boolean isFenced(String line) {
    return "-_=*".indexOf(line.charAt(0)) >= 0 && FENCED.matcher(line).matches();
  }

  /** The last word that is a verb of an author, or -1. */
  private static int verb(List<String> words) {
    for (int i = words.size() - 1; i >= 0; i--) {
      if (QuoteWords.VERBS.contains(words.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** The words, without marks around them. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (String part : line.split(" ")) {
      String word = Texts.trimmed(part, "\"'*,", "\"'*,:-—");
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  private static String inside(String line) {
    return Texts.trimmed(line, "-_=* ", "-_=*: ");
  }

  /** The line without the colon or dashes at its end. */
  private static String withoutEnd(String line) {
    return Texts.trimmed(line, "", ":*-— ");
  }
}
