package dev.agentmailbox.mime.codes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be a code, by its shape, in a line that {@link CodeText} has made plain: digits, groups
 * of digits, letters with digits. A number is read whole, with all its groups, so that a telephone
 * number or an amount gives none. Each character is looked at a bounded number of times.
 */
final class CodeCandidates {
  /** How surely the shape is one of a code. */
  enum Shape {
    /** Four to eight digits in one group, or two equal groups of three or four. */
    DIGITS,
    /** Capitals and digits. */
    CAPITALS,
    /** Also a usual way to write something else; a code only where the text says so. */
    ONLY_IF_SAID
  }

  /**
   * A candidate.
   *
   * @param code without blanks and hyphens between groups of digits
   */
  record Candidate(String code, Shape shape, int start, int end) {}

  /** A number with all its groups; the longest in use has 19 digits. */
  private static final Pattern NUMBER =
      Pattern.compile("\\d{1,40}(?:(?: {1,2}| ?- ?|[.,/:]|\\)[ -]?)\\d{1,40}){0,40}");

  /** Most letters and digits of a group; more are read as a group of their own. */
  private static final int MAX_GROUP = 40;

  /** Letters and digits, or groups of them. */
  private static final Pattern MIXED =
      Pattern.compile("[A-Za-z0-9]{1,40}(?:-[A-Za-z0-9]{1,40}){0,8}");

  private static final Pattern PREFIXED = Pattern.compile("[A-Z]{1,3}-\\d{4,8}");
  private static final Pattern TWO_GROUPS = Pattern.compile("[A-Z0-9]{3,5}-[A-Z0-9]{3,5}");
  private static final Pattern GROUPS =
      Pattern.compile("[A-Za-z0-9]{3,6}(?:-[A-Za-z0-9]{3,6}){1,4}");
  private static final Pattern SPACED =
      Pattern.compile("[A-Z0-9](?:(?: {1,2}| ?- ?)[A-Z0-9]){3,7}");
  private static final Pattern BREAK = Pattern.compile(" ?- ?| {1,2}");

  /** A number with a unit, or a count, as "30min", "2nd". */
  private static final Pattern MEASURE = Pattern.compile("\\d{1,10}[a-z]{1,10}");

  private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d{2}");

  private static final int FEWEST = 4;
  private static final int MOST_DIGITS = 8;
  private static final int MOST_MIXED = 12;

  private final String line;
  private final List<Candidate> found = new ArrayList<>();

  private CodeCandidates(String line) {
    this.line = line;
  }

  static List<Candidate> in(String line) {
    CodeCandidates candidates = new CodeCandidates(line);
    candidates.read();
    return candidates.found;
  }

  /** Whether it is four digits that make a year of our time. */
  static boolean isYear(String code) {
    return YEAR.matcher(code).matches();
  }

  private void read() {
    Matcher number = NUMBER.matcher(line);
    Matcher mixed = MIXED.matcher(line);
    Matcher spaced = SPACED.matcher(line);
    int i = 0;
    while (i < line.length()) {
      int word = wordEnd(i);
      if (word > i) {
        i = word;
      } else if (!isPlain(line.charAt(i))) {
        i++;
      } else if (spaced.region(i, line.length()).lookingAt() && ends(spaced.end())) {
        spaced(i, spaced.end());
        i = spaced.end();
      } else {
        mixed.region(i, line.length()).lookingAt();
        int end = mixed.end();
        if (number.region(i, line.length()).lookingAt() && number.end() >= end) {
          number(i, number.end());
          end = number.end();
        } else {
          mixed(i, end);
        }
        i = end;
      }
    }
  }

  /** Where a word without digits and hyphens ends; its start when it may be a part of a code. */
  private int wordEnd(int start) {
    int end = start;
    while (end < line.length() && isPlain(line.charAt(end)) && !isDigit(line.charAt(end))) {
      end++;
    }
    boolean goesOn = at(end, '-') || (end < line.length() && isDigit(line.charAt(end)));
    return goesOn || end - start == 1 || end - start > MAX_GROUP ? start : end;
  }

  private void spaced(int start, int end) {
    String code = BREAK.matcher(line.substring(start, end)).replaceAll("");
    if (stands(start, end) && hasDigit(code)) {
      found.add(
          new Candidate(code, hasLetter(code) ? Shape.ONLY_IF_SAID : Shape.DIGITS, start, end));
    }
  }

  private void number(int start, int end) {
    String whole = line.substring(start, end);
    String[] groups = BREAK.split(whole);
    int size = groups[0].length();
    int digits = size * groups.length;
    boolean alike = whole.chars().allMatch(c -> c == ' ' || c == '-' || isDigit((char) c));
    for (String group : groups) {
      alike = alike && group.length() == size;
    }
    if (alike && groups.length == 1 && size >= FEWEST && size <= MOST_DIGITS) {
      add(whole, Shape.DIGITS, start, end);
    } else if (alike && digits == 8 && groups.length == 2) {
      boolean years = isYear(groups[0]) && isYear(groups[1]);
      add(String.join("", groups), years ? Shape.ONLY_IF_SAID : Shape.DIGITS, start, end);
    } else if (alike && digits == 6 && groups.length == 2) {
      add(String.join("", groups), Shape.DIGITS, start, end);
    } else if (alike && size >= 2 && size <= 4 && groups.length > 2 && digits <= 12) {
      add(String.join("", groups), Shape.ONLY_IF_SAID, start, end);
    } else if (size >= 6 && size <= MOST_DIGITS && at(start + size, ' ')) {
      // No telephone number begins with a group as long as that.
      add(groups[0], Shape.DIGITS, start, start + size);
    }
  }

  private void add(String code, Shape shape, int start, int end) {
    if (stands(start, end)) {
      found.add(new Candidate(code, shape, start, end));
    }
  }

  private void mixed(int start, int end) {
    String whole = line.substring(start, end);
    int hyphen = whole.indexOf('-');
    if (hyphen > 0 && !CodeWords.in(whole.substring(0, hyphen)).isEmpty()) {
      // "OTP-482913"
      String rest = whole.substring(hyphen + 1);
      if (rest.chars().allMatch(c -> isDigit((char) c)) && rest.length() >= FEWEST) {
        add(rest, Shape.DIGITS, start + hyphen + 1, end);
      }
      return;
    }
    if (!hasDigit(whole) || !hasLetter(whole) || !stands(start, end)) {
      return;
    }
    boolean capitals = whole.chars().noneMatch(c -> c >= 'a' && c <= 'z');
    if (hyphen < 0) {
      boolean measure = MEASURE.matcher(whole).matches();
      if (whole.length() >= FEWEST && whole.length() <= MOST_MIXED && !measure) {
        boolean sure = capitals && whole.length() <= 10;
        found.add(new Candidate(whole, sure ? Shape.CAPITALS : Shape.ONLY_IF_SAID, start, end));
      }
    } else if (PREFIXED.matcher(whole).matches() || TWO_GROUPS.matcher(whole).matches()) {
      found.add(new Candidate(whole, Shape.CAPITALS, start, end));
    } else if (GROUPS.matcher(whole).matches()) {
      found.add(new Candidate(whole, Shape.ONLY_IF_SAID, start, end));
    }
  }

  /** Whether nothing around makes it a part of a word, an amount, a time, a path or an address. */
  private boolean stands(int start, int end) {
    return begins(start) && ends(end);
  }

  private boolean begins(int start) {
    int before = start - 1;
    while (at(before, '_')) {
      before--;
    }
    if (before < start - 1 && before >= 0 && isWord(line.charAt(before))) {
      return false;
    }
    if (before < 0) {
      return true;
    }
    char c = line.charAt(before);
    boolean afterDigit = before > 0 && isDigit(line.charAt(before - 1));
    if (c == ':' || c == '-' || c == ',') {
      return !afterDigit;
    }
    return !isWord(c) && "$€£¥./@%&?+".indexOf(c) < 0;
  }

  private boolean ends(int end) {
    int after = end;
    while (at(after, '_')) {
      after++;
    }
    if (after >= line.length()) {
      return true;
    }
    char c = line.charAt(after);
    boolean more = after + 1 < line.length();
    if (c == '-') {
      return !more || !isWord(line.charAt(after + 1));
    }
    if (c == '.' || c == ',' || c == ':') {
      return !more || !isDigit(line.charAt(after + 1));
    }
    return !isWord(c) && "%€$£¥/@=".indexOf(c) < 0;
  }

  private boolean at(int index, char wanted) {
    return index >= 0 && index < line.length() && line.charAt(index) == wanted;
  }

  /** A letter or digit of a script that separates words, or a mark for a masked digit. */
  private static boolean isWord(char c) {
    return isPlain(c) || (c >= '\u00c0' && c <= '\u04ff' && c != '\u00d7');
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(c -> isDigit((char) c));
  }

  private static boolean hasLetter(String text) {
    return text.chars().anyMatch(c -> !isDigit((char) c) && isPlain((char) c));
  }
}
