package dev.agentmailbox.service.intake.screening;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the {@link Phrase}s in a text in one pass over its words. Thread safe. */
final class PhraseFinder {
  private static final Map<String, List<Phrase>> BY_WORD =
      Stream.of(Phrase.values())
          .flatMap(phrase -> phrase.words().stream().map(word -> Map.entry(word, phrase)))
          .collect(
              Collectors.groupingBy(
                  Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));

  private static final int MARK_MASK = 0x3fff;

  private static final int LONGEST =
      BY_WORD.keySet().stream().mapToInt(String::length).max().orElse(0);

  /** By {@link #mark}: most other words are passed over without a copy of them. */
  private static final BitSet MARKS = new BitSet();

  static {
    BY_WORD.keySet().forEach(word -> MARKS.set(mark(word, 0, word.length())));
  }

  /** "Ignore the instructions" in scripts without spaces. */
  private static final List<String> UNSPACED = List.of("指令", "指示を無視", "指示", "提示");

  private static final List<String> UNSPACED_VERBS = List.of("忽略", "无视", "無視", "忽视");
  private static final int UNSPACED_AROUND = 16;

  private PhraseFinder() {}

  /**
   * Position of the first match of each kind.
   *
   * @param text in lower case
   */
  static Map<Phrase, Integer> find(String text) {
    Map<Phrase, Integer> found = new EnumMap<>(Phrase.class);
    Map<Phrase, Integer> lookedUpTo = new HashMap<>();
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean inWord = i < text.length() && isOfWord(text.charAt(i));
      if (inWord && start < 0) {
        start = i;
      } else if (!inWord && start >= 0) {
        if (i - start <= LONGEST && MARKS.get(mark(text, start, i))) {
          look(text, start, i, found, lookedUpTo);
        }
        start = -1;
      }
    }
    int unspaced = unspaced(text);
    if (unspaced >= 0) {
      found.putIfAbsent(Phrase.OVERRIDE_ABROAD, unspaced);
    }
    return found;
  }

  private static boolean isOfWord(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || (c >= 0x80 && Character.isLetterOrDigit(c));
  }

  private static int mark(String text, int start, int end) {
    int ends = text.charAt(start) * 31 + text.charAt(end - 1);
    return (ends * 31 + end - start) & MARK_MASK;
  }

  private static void look(
      String text,
      int start,
      int end,
      Map<Phrase, Integer> found,
      Map<Phrase, Integer> lookedUpTo) {
    for (Phrase phrase : BY_WORD.getOrDefault(text.substring(start, end), List.of())) {
      int looked = lookedUpTo.getOrDefault(phrase, 0);
      // The window of a word in its first half contained the whole phrase.
      if (found.containsKey(phrase) || end + Phrase.AROUND / 2 <= looked) {
        continue;
      }
      int from = Math.max(0, start - Phrase.AROUND);
      int to = Math.min(text.length(), end + Phrase.AROUND);
      int at = phrase.find(text, from, to);
      if (at >= 0) {
        found.put(phrase, at);
      }
      lookedUpTo.put(phrase, to);
    }
  }

  private static int unspaced(String text) {
    for (String verb : UNSPACED_VERBS) {
      for (int at = text.indexOf(verb); at >= 0; at = text.indexOf(verb, at + 1)) {
        String around =
            text.substring(
                Math.max(0, at - UNSPACED_AROUND), Math.min(text.length(), at + UNSPACED_AROUND));
        if (UNSPACED.stream().anyMatch(around::contains)) {
          return at;
        }
      }
    }
    return -1;
  }
}
