package dev.agentmailbox.mime.reply;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Detects the lines that mail clients put before a quoted message, in common languages. Patterns
 * have no nested quantifiers.
 */
final class QuoteHeaders {
  /** Most lines over which an {@code On … wrote:} header is folded. */
  static final int MAX_LINES = 6;

  /** Lines within which a block of From, Sent, To, Subject must be complete. */
  private static final int BLOCK_WINDOW = 8;

  private static final int MAX_HEADER_LENGTH = 400;
  private static final int MAX_WORDS_AFTER_VERB = 12;

  private static final Pattern ISO_DATE_START =
      Pattern.compile("\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}\\b.*");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern TIME = Pattern.compile("\\b\\d{1,2}[:.]\\d{2}\\b");
  private static final Pattern FENCED =
      Pattern.compile("[-_=*]{2,}\\s{0,3}[^-_=*]{3,60}[-_=*]{2,}:?");

  private QuoteHeaders() {}

  /** Matches {@code -----Original Message-----} and {@code Begin forwarded message:}. */
  static boolean isOriginalMessage(String line) {
    String lower = bare(line).toLowerCase(Locale.ROOT);
    for (String start : QuoteWords.FORWARD_STARTS) {
      if (lower.startsWith(start)) {
        return true;
      }
    }
    return !lower.isEmpty()
        && "-_=*".indexOf(lower.charAt(0)) >= 0
        && FENCED.matcher(lower).matches()
        && QuoteWords.ORIGINAL_WORDS.stream().anyMatch(lower::contains);
  }

  /**
   * Number of lines of a block of From, Sent, To, Subject that starts here, or 0. It needs three of
   * them, including an author or a date.
   */
  static int headerBlock(List<String> lines, int from) {
    if (!isLabel(lines.get(from))) {
      return 0;
    }
    int labels = 0;
    int authors = 0;
    int last = from;
    int limit = Math.min(lines.size(), from + BLOCK_WINDOW);
    for (int i = from; i < limit; i++) {
      if (isLabel(lines.get(i))) {
        labels++;
        authors += QuoteWords.FROM_LABELS.contains(label(lines.get(i))) ? 1 : 0;
        last = i;
      } else if (lines.get(i).isBlank()) {
        break;
      }
    }
    return labels >= 3 && authors > 0 ? last - from + 1 : 0;
  }

  /** Number of lines of an {@code On … wrote:} header that starts here, or 0. */
  static int quoteHeader(List<String> lines, int from) {
    String first = bare(lines.get(from));
    if (first.isEmpty() || first.length() > MAX_HEADER_LENGTH || !mayStart(first)) {
      return 0;
    }
    boolean strong = isStrongStart(first);
    StringBuilder joined = new StringBuilder(first);
    for (int count = 1; strong || count == 1; count++) {
      if (mayEnd(joined) && isHeader(joined.toString())) {
        return count;
      }
      int next = from + count;
      if (count == MAX_LINES || next == lines.size() || joined.length() > MAX_HEADER_LENGTH) {
        return 0;
      }
      String more = bare(lines.get(next));
      if (hasDigit(more) && startsWithDate(more.toLowerCase(Locale.ROOT))) {
        return 0;
      }
      joined.append(' ').append(more);
    }
    return 0;
  }

  /** Whether the line alone can start a folded header. */
  private static boolean isStrongStart(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    if (lower.isEmpty() || !hasDigit(lower)) {
      return lower.indexOf('@') > 0 && hasVerb(lower);
    }
    return startsWithDate(lower) || hasVerb(lower);
  }

  private static boolean startsWithDate(String lower) {
    return Character.isDigit(lower.charAt(0)) || QuoteWords.INTRO.matcher(lower).matches();
  }

  private static boolean hasVerb(String lower) {
    for (String word : SPACE.split(lower, -1)) {
      if (QuoteWords.VERBS.contains(strip(word))) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayStart(String line) {
    return hasDigit(line) || line.indexOf('@') >= 0 || line.endsWith(":") || line.contains("<");
  }

  /** A cheap check before the expensive one. */
  private static boolean mayEnd(StringBuilder line) {
    if (":：-—>".indexOf(line.charAt(line.length() - 1)) >= 0 || line.indexOf(" GMT") > 0) {
      return true;
    }
    String lastWord = line.substring(line.lastIndexOf(" ") + 1).toLowerCase(Locale.ROOT);
    return QuoteWords.VERBS.contains(lastWord);
  }

  private static boolean isHeader(String line) {
    String lower = line.toLowerCase(Locale.ROOT).replace('\u00A0', ' ').strip();
    if (lower.length() > MAX_HEADER_LENGTH) {
      return false;
    }
    boolean dated = hasDigit(lower);
    boolean addressed = lower.indexOf('@') > 0;
    if (ISO_DATE_START.matcher(lower).matches() && (addressed || lower.contains(" gmt"))) {
      return lower.endsWith(":") || lower.endsWith(">") || lower.contains(" gmt");
    }
    boolean timed = addressed && TIME.matcher(lower).find();
    if (timed && lower.endsWith(">:")) {
      return true;
    }
    String core = withoutEnd(lower);
    boolean intro = dated && QuoteWords.INTRO.matcher(lower).matches();
    if (core.length() == lower.length()) {
      return timed && intro && QuoteWords.VERBS.contains(core.substring(core.lastIndexOf(' ') + 1));
    }
    for (String ending : QuoteWords.ENDINGS) {
      if (core.endsWith(ending)) {
        return dated || addressed;
      }
    }
    return (dated || addressed) && hasVerbNearEnd(core, intro, addressed);
  }

  /** Whether the verb is last, or before a name and an address, or before a date. */
  private static boolean hasVerbNearEnd(String core, boolean intro, boolean addressed) {
    String[] words = SPACE.split(core, -1);
    for (int i = words.length - 1; i >= 0; i--) {
      if (!QuoteWords.VERBS.contains(strip(words[i]))) {
        continue;
      }
      int after = words.length - 1 - i;
      if (after == 0) {
        return intro || addressed || hasEarlyDigit(words);
      }
      return after <= MAX_WORDS_AFTER_VERB && (intro || addressed) && (addressed || after <= 6);
    }
    return false;
  }

  private static boolean hasEarlyDigit(String[] words) {
    int digits = 0;
    for (int i = 0; i < Math.min(words.length, 4); i++) {
      digits += hasDigit(words[i]) ? 1 : 0;
    }
    return digits > 0;
  }

  private static String strip(String word) {
    int from = 0;
    int to = word.length();
    while (from < to && "\"'*,(<".indexOf(word.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && "\"'*,:".indexOf(word.charAt(to - 1)) >= 0) {
      to--;
    }
    return word.substring(from, to);
  }

  /** The line without the colon or dashes at its end. */
  private static String withoutEnd(String line) {
    int end = line.length();
    while (end > 0 && (":：*-— ".indexOf(line.charAt(end - 1)) >= 0)) {
      end--;
    }
    return line.substring(0, end);
  }

  private static boolean isLabel(String line) {
    String label = label(line);
    return QuoteWords.FROM_LABELS.contains(label) || QuoteWords.OTHER_LABELS.contains(label);
  }

  private static String label(String line) {
    String bare = bare(line);
    int colon = bare.indexOf(':');
    int wide = bare.indexOf('：');
    int end = colon < 0 ? wide : wide < 0 ? colon : Math.min(colon, wide);
    if (end <= 0 || end > 20) {
      return "";
    }
    return bare.substring(0, end).replace("*", "").strip().toLowerCase(Locale.ROOT);
  }

  /** The line without quote marks, emphasis and surrounding blanks. */
  static String bare(String line) {
    int from = 0;
    while (from < line.length() && "> \t*|\u00A0".indexOf(line.charAt(from)) >= 0) {
      from++;
    }
    int to = line.length();
    while (to > from && " \t*\u00A0".indexOf(line.charAt(to - 1)) >= 0) {
      to--;
    }
    return line.substring(from, to);
  }

  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        return true;
      }
    }
    return false;
  }
}
