package dev.agentmailbox.mime.codes;

import dev.agentmailbox.message.Extracted.Code;
import dev.agentmailbox.mime.codes.CodeCandidates.Candidate;
import dev.agentmailbox.mime.codes.CodeCandidates.Shape;
import dev.agentmailbox.mime.codes.CodeWords.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds codes of 4 to 12 letters and digits near a word that announces one: in the same line, at
 * the beginning of the next, or alone in a line close to it. Every repetition is bounded.
 */
final class OneTimeCodes {
  /** Most characters between word and code. */
  private static final int NEAR = 90;

  /** Most lines between the line with the word and a code that stands alone. */
  private static final int LINES_APART = 3;

  /** Most characters between two codes of a list. */
  private static final int LIST_SEPARATOR = 6;

  /** Longest line with nothing but a code, with decoration. */
  private static final int LONGEST_ALONE = 120;

  /** Digits of a code of which each has a line of its own. */
  private static final int FEWEST_LINES = 4;

  private static final int MOST_LINES = 8;

  /** Words between a word for a code and the code, on either side. */
  private static final Set<String> IS = Set.of(CodeTable.of("IS").split(" "));

  /** As {@link #IS}, written without a blank before it. */
  private static final String IS_PARTICLES = CodeTable.of("IS_PARTICLES");

  /** Between the last codes of a list. */
  private static final Set<String> AND = Set.of("and", "or", "und", "oder", "et", "ou", "y", "o");

  private final Map<String, Code> found = new LinkedHashMap<>();
  private final List<String> lines;

  private OneTimeCodes(List<String> lines) {
    this.lines = joined(lines);
  }

  static List<Code> find(List<String> lines) {
    OneTimeCodes codes = new OneTimeCodes(lines);
    codes.find();
    return codes.found.values().stream().limit(CodeText.MAX_FOUND).toList();
  }

  /** Joins digits that have a line each, as pages with a box for each digit give. */
  private static List<String> joined(List<String> lines) {
    if (lines.stream().noneMatch(OneTimeCodes::isDigit)) {
      return lines;
    }
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < lines.size(); ) {
      int end = i;
      while (end < lines.size() && isDigit(lines.get(end))) {
        end++;
      }
      boolean code = end - i >= FEWEST_LINES && end - i <= MOST_LINES;
      end = code ? end : Math.max(end, i + 1);
      if (code) {
        joined.add(String.join("", lines.subList(i, end)));
      } else {
        joined.addAll(lines.subList(i, end));
      }
      i = end;
    }
    return joined;
  }

  private static boolean isDigit(String line) {
    return line.length() == 1 && Character.isDigit(line.charAt(0));
  }

  private void find() {
    int lastWord = Integer.MIN_VALUE / 2;
    int ahead = 0;
    int lastDigit = -1;
    Code before = null;
    for (int i = 0; i < lines.size() && found.size() < CodeText.MAX_FOUND; i++) {
      for (; ahead < lines.size() && ahead <= i + LINES_APART; ahead++) {
        lastDigit = CodeText.hasDigit(lines.get(ahead)) ? ahead : lastDigit;
      }
      if (lastDigit < i && before == null) {
        // A word is irrelevant where no code can follow.
        continue;
      }
      String line = lines.get(i);
      if (CodeWords.mayBeIn(line)) {
        String plain = CodeText.plain(line);
        List<Span> words = CodeWords.in(plain);
        if (!words.isEmpty()) {
          boolean any = inLine(line, plain, words);
          if (!any && before != null && !announces(i)) {
            found.putIfAbsent(before.code(), new Code(before.code(), line));
          }
          lastWord = i;
          before = null;
          continue;
        }
      }
      before = withoutWord(i, lastWord);
    }
  }

  /**
   * Looks at a line without a word.
   *
   * @return a code alone in the line that the next line may name
   */
  private @Nullable Code withoutWord(int i, int lastWord) {
    String line = lines.get(i);
    boolean perhapsMore = i - lastWord == 1;
    if ((line.length() > LONGEST_ALONE && !perhapsMore) || !mayBegin(line)) {
      return null;
    }
    String plain = bare(CodeText.plain(line));
    List<Candidate> candidates = CodeCandidates.in(plain);
    if (candidates.isEmpty() || candidates.get(0).start() > 0) {
      return null;
    }
    Candidate first = candidates.get(0);
    boolean alone = first.end() == plain.length();
    if (i - lastWord <= LINES_APART && alone) {
      found.putIfAbsent(first.code(), new Code(first.code(), lines.get(lastWord)));
    } else if (perhapsMore
        && first.shape() != Shape.ONLY_IF_SAID
        && announces(lastWord)
        && !OtherNumbers.isMeasure(plain, first)) {
      found.putIfAbsent(first.code(), new Code(first.code(), lines.get(lastWord)));
    } else if (alone
        && first.shape() != Shape.ONLY_IF_SAID
        && !CodeCandidates.isYear(first.code())) {
      return new Code(first.code(), line);
    }
    return null;
  }

  /** A cheap pre-check: whether the first letter or digit of the line may begin a code. */
  private static boolean mayBegin(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (Character.isLetterOrDigit(c)) {
        return c < 128 ? CodeText.hasDigit(line) : Character.isDigit(c) || c >= '\uff21';
      }
    }
    return false;
  }

  /** Whether the line ends with a colon. */
  private boolean announces(int i) {
    String plain = bare(CodeText.plain(lines.get(i)));
    return plain.endsWith(":");
  }

  /**
   * Finds the codes of a line with words: those that it says are codes, otherwise those near.
   *
   * @return whether there is one
   */
  private boolean inLine(String line, String plain, List<Span> words) {
    List<Candidate> candidates = CodeCandidates.in(plain);
    List<Candidate> said = new ArrayList<>();
    List<Candidate> near = new ArrayList<>();
    int next = 0;
    int previousEnd = 0;
    for (Candidate candidate : candidates) {
      while (next < words.size() && words.get(next).end() <= candidate.start()) {
        next++;
      }
      Span before = next == 0 ? null : words.get(next - 1);
      Span after = next == words.size() ? null : words.get(next);
      boolean labelled =
          OtherNumbers.label(
                  plain,
                  before == null ? previousEnd : Math.max(previousEnd, before.end()),
                  candidate)
              >= 0;
      if (!labelled && !OtherNumbers.isMeasure(plain, candidate)) {
        boolean list = !said.isEmpty() && continues(plain, said.get(said.size() - 1), candidate);
        if (list || isSaid(plain, before, candidate, after)) {
          said.add(candidate);
        } else if (isNear(candidate, before, after) && isPlausible(plain, candidate)) {
          near.add(candidate);
        }
      }
      previousEnd = candidate.end();
    }
    List<Candidate> codes = said.isEmpty() ? near : said;
    for (Candidate code : codes) {
      if (found.size() < CodeText.MAX_FOUND) {
        found.putIfAbsent(code.code(), new Code(code.code(), line));
      }
    }
    return !codes.isEmpty();
  }

  private static boolean isSaid(
      String line, @Nullable Span before, Candidate code, @Nullable Span after) {
    if (before != null
        && code.start() - before.end() <= NEAR
        && names(line.substring(before.end(), code.start()), true)) {
      return true;
    }
    return after != null
        && code.shape() != Shape.ONLY_IF_SAID
        && after.start() - code.end() <= NEAR
        && names(line.substring(code.end(), after.start()), false);
  }

  private static boolean isNear(Candidate code, @Nullable Span before, @Nullable Span after) {
    return (before != null && code.end() - before.end() <= NEAR)
        || (after != null && after.start() - code.start() <= NEAR);
  }

  private static boolean isPlausible(String line, Candidate code) {
    return code.shape() != Shape.ONLY_IF_SAID && !OtherNumbers.isYearOrPostcode(line, code);
  }

  /**
   * Whether the text between a word and a number says that the number is what the word names.
   *
   * @param wordFirst whether the word stands before the number
   */
  private static boolean names(String between, boolean wordFirst) {
    if (endsSentence(between)) {
      return false;
    }
    int step = wordFirst ? -1 : 1;
    String marks = wordFirst ? ":=" : "-:";
    int at = wordFirst ? between.length() - 1 : 0;
    boolean marked = false;
    for (; isIn(between, at) && !Character.isLetterOrDigit(between.charAt(at)); at += step) {
      marked |= marks.indexOf(between.charAt(at)) >= 0;
    }
    if (!isIn(between, at) || marked || IS_PARTICLES.indexOf(between.charAt(at)) >= 0) {
      return true;
    }
    int end = at;
    while (isIn(between, end) && Character.isLetterOrDigit(between.charAt(end))) {
      end += step;
    }
    String word = wordFirst ? between.substring(end + 1, at + 1) : between.substring(at, end);
    return IS.contains(word.toLowerCase(Locale.ROOT));
  }

  private static boolean isIn(String text, int index) {
    return index >= 0 && index < text.length();
  }

  private static boolean endsSentence(String between) {
    for (int i = 0; i + 1 < between.length(); i++) {
      if (".!?".indexOf(between.charAt(i)) >= 0 && between.charAt(i + 1) == ' ') {
        return true;
      }
    }
    return false;
  }

  private static boolean continues(String line, Candidate last, Candidate next) {
    String between = line.substring(last.end(), next.start());
    return between.length() <= LIST_SEPARATOR
        && between.chars().noneMatch(c -> c == '.' || c == '(' || c == '+')
        && (between.chars().noneMatch(Character::isLetter) || AND.contains(between.strip()));
  }

  /** The line without decoration. */
  private static String bare(String line) {
    int start = 0;
    int end = line.length();
    while (start < end && isAround(line.charAt(start))) {
      start++;
    }
    while (end > start && (isAround(line.charAt(end - 1)) || line.charAt(end - 1) == '.')) {
      end--;
    }
    return line.substring(start, end);
  }

  private static boolean isAround(char c) {
    return c <= ' ' || "*_`~|>#-=[](){}<\"'".indexOf(c) >= 0 || isQuote(c);
  }

  private static boolean isQuote(char c) {
    int type = Character.getType(c);
    return c > 127
        && (type == Character.START_PUNCTUATION
            || type == Character.END_PUNCTUATION
            || type == Character.INITIAL_QUOTE_PUNCTUATION
            || type == Character.FINAL_QUOTE_PUNCTUATION
            || type == Character.OTHER_PUNCTUATION);
  }
}
