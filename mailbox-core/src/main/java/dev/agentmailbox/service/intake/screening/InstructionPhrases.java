package dev.agentmailbox.service.intake.screening;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a human where a mail speaks to a model. */
public final class InstructionPhrases {
  /** Maximum number of phrases. */
  public static final int MAX_PHRASES = 5;

  /** Maximum length of a phrase, in characters. */
  public static final int MAX_CHARACTERS = 120;

  private InstructionPhrases() {}

  /**
   * Phrases addressed to a model, each from its beginning to the end of its line at most. Tasks,
   * wishes for an answer and tools are left out: people ask each other for such things.
   *
   * @param texts as a reader sees them, or hidden from readers; null for none
   * @return as written; where letters were disguised, as a model reads them
   */
  public static List<String> in(@Nullable String... texts) {
    List<String> phrases = new ArrayList<>();
    for (String text : texts) {
      if (text != null) {
        addPhrases(phrases, text);
      }
    }
    return phrases.stream().distinct().limit(MAX_PHRASES).toList();
  }

  private static void addPhrases(List<String> phrases, String text) {
    String plain = UnseenText.plain(text);
    String lower = UnseenText.lower(plain);
    if (lower.length() != plain.length()) {
      return; // Positions would be off, as with some letters of Turkish.
    }
    Map<Phrase, Integer> found = PhraseFinder.find(lower);
    found.keySet().removeAll(List.of(Phrase.TASK, Phrase.ANSWER, Phrase.TOOL));
    found.values().stream().sorted().forEach(at -> phrases.add(line(plain, at)));
  }

  private static String line(String text, int start) {
    int end = Math.min(text.length(), start + MAX_CHARACTERS);
    int feed = text.indexOf('\n', start);
    return text.substring(start, feed >= 0 && feed < end ? feed : end).strip();
  }
}
