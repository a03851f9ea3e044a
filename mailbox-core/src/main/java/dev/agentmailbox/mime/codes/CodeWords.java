package dev.agentmailbox.mime.codes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words that announce a one-time code, and those that announce another number. Linear. */
final class CodeWords {
  /** Characters before a word that are searched for another kind of code. */
  private static final int LONGEST_KIND = 24;

  /** Longest first part of a compound, as in "Verifizierungscode". */
  private static final int LONGEST_FIRST_PART = 24;

  /** Words that may be the last part of a compound and have one of {@link #ENDINGS}. */
  private static final String STEMS = CodeTable.of("STEMS");

  private static final Set<String> ENDINGS = Set.of(CodeTable.of("ENDINGS").split("\\|", -1));

  /** First parts that make a compound another kind of code. */
  private static final Pattern OTHER_COMPOUND =
      Pattern.compile("(?i)(?:" + CodeTable.of("OTHER_COMPOUND") + ")");

  /** Words that stand alone. */
  private static final String WHOLE = CodeTable.of("WHOLE");

  /** Phrases, and words of scripts without blanks; letters may stand around them. */
  private static final String INSIDE = CodeTable.of("INSIDE");

  /** Makes it another kind of code, just before the word. */
  private static final Pattern OTHER_KIND =
      CodeTable.pattern("(?:" + CodeTable.of("OTHER_KIND") + ")[-' ]?$");

  /** Makes it another kind of code, just after the word. */
  private static final Pattern OF_CONDUCT =
      CodeTable.pattern("\\s(?:" + CodeTable.of("OF_CONDUCT") + ")");

  /** By the first character, folded. */
  private static final Map<Character, List<Word>> WORDS = new HashMap<>();

  private static final int ASCII = 0x80;

  private static final Word[][] ASCII_WORDS = new Word[ASCII][];

  /** Which two characters may begin a word, with every case. */
  private static final boolean[] ASCII_PAIRS = new boolean[ASCII * ASCII];

  /** Which characters may begin a word, with every case; of other characters as they are met. */
  private static final byte[] FIRST = new byte[Character.MAX_VALUE + 1];

  private static final byte BEGINS = 1;
  private static final byte BEGINS_NOT = 2;

  static {
    add(STEMS.split(" "), Kind.STEM);
    add(WHOLE.split(" "), Kind.WHOLE);
    add(INSIDE.split("\\|"), Kind.INSIDE);
    for (char c = 0; c < ASCII; c++) {
      ASCII_WORDS[c] = WORDS.getOrDefault(folded(c), List.of()).toArray(new Word[0]);
      for (char second = 0; second < ASCII; second++) {
        char next = folded(second);
        ASCII_PAIRS[c * ASCII + second] =
            Arrays.stream(ASCII_WORDS[c]).anyMatch(word -> word.second() == next);
      }
    }
  }

  private CodeWords() {}

  private enum Kind {
    STEM,
    WHOLE,
    INSIDE
  }

  private record Word(String text, char second, Kind kind) {}

  /** Position of a word in a line. */
  record Span(int start, int end) {}

  private static void add(String[] words, Kind kind) {
    for (String word : words) {
      Word entry = new Word(word, folded(word.charAt(1)), kind);
      WORDS.computeIfAbsent(folded(word.charAt(0)), c -> new ArrayList<>()).add(entry);
    }
  }

  /** Threads may find out the same at once. */
  private static boolean mayBegin(char c) {
    byte known = FIRST[c];
    if (known == 0) {
      known = WORDS.containsKey(folded(c)) ? BEGINS : BEGINS_NOT;
      FIRST[c] = known;
    }
    return known == BEGINS;
  }

  /** Folds case as a comparison without case does. */
  private static char folded(char c) {
    if (c < ASCII) {
      return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }
    return Character.toLowerCase(Character.toUpperCase(c));
  }

  /** Whether there may be a word in a text; cheap, without false negatives. */
  static boolean mayBeIn(String text) {
    for (int i = 0; i + 1 < text.length(); i++) {
      char c = text.charAt(i);
      if (mayBegin(c) && mayFollow(c, text.charAt(i + 1)) && at(text, i) != null) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayFollow(char first, char second) {
    return first >= ASCII || second >= ASCII || ASCII_PAIRS[first * ASCII + second];
  }

  /** The words in a line that announce a code, in order. */
  static List<Span> in(String line) {
    List<Span> found = new ArrayList<>();
    for (int i = 0; i < line.length(); i++) {
      Span word = mayBegin(line.charAt(i)) ? at(line, i) : null;
      if (word != null) {
        if (!isOther(line, word)) {
          found.add(word);
        }
        i = word.end() - 1;
      }
    }
    return found;
  }

  private static boolean isOther(String line, Span word) {
    int from = Math.max(0, word.start() - LONGEST_KIND);
    return OTHER_KIND.matcher(line).region(from, word.start()).find()
        || OF_CONDUCT.matcher(line).region(word.end(), line.length()).lookingAt();
  }

  private static @Nullable Span at(String line, int start) {
    if (start + 1 == line.length()) {
      return null;
    }
    Span longest = null;
    char second = folded(line.charAt(start + 1));
    for (Word word : wordsFrom(line.charAt(start))) {
      String text = word.text();
      if (word.second() == second && line.regionMatches(true, start, text, 0, text.length())) {
        Span span = bounded(line, start, start + text.length(), word.kind());
        if (span != null && (longest == null || span.end() > longest.end())) {
          longest = span;
        }
      }
    }
    return longest;
  }

  private static Word[] wordsFrom(char first) {
    return first < ASCII
        ? ASCII_WORDS[first]
        : WORDS.getOrDefault(folded(first), List.of()).toArray(new Word[0]);
  }

  private static @Nullable Span bounded(String line, int start, int end, Kind kind) {
    return switch (kind) {
      case INSIDE -> new Span(start, end);
      case WHOLE ->
          isWordPart(line, start - 1) || isWordPart(line, end) ? null : new Span(start, end);
      case STEM -> compound(line, start, end);
    };
  }

  private static @Nullable Span compound(String line, int start, int end) {
    int last = end;
    while (last - end <= LONGEST_FIRST_PART && isLetter(line, last)) {
      last++;
    }
    int first = start;
    while (start - first <= LONGEST_FIRST_PART && isLetter(line, first - 1)) {
      first--;
    }
    boolean isCode =
        !isDigit(line, last)
            && !isDigit(line, first - 1)
            && ENDINGS.contains(line.substring(end, last).toLowerCase(Locale.ROOT))
            && !OTHER_COMPOUND.matcher(line).region(first, start).matches();
    return isCode ? new Span(start, last) : null;
  }

  private static boolean isLetter(String line, int index) {
    return index >= 0 && index < line.length() && Character.isLetter(line.charAt(index));
  }

  private static boolean isDigit(String line, int index) {
    return index >= 0 && index < line.length() && Character.isDigit(line.charAt(index));
  }

  private static boolean isWordPart(String line, int index) {
    return isLetter(line, index) || isDigit(line, index);
  }
}
