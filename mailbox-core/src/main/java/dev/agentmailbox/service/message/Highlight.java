package dev.agentmailbox.service.message;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts snippets of a text with each match between two asterisks. */
final class Highlight {
  /** Most snippets per field. */
  static final int MAX_PIECES = 3;

  private static final int CONTEXT_CHARACTERS = 60;
  private static final int MAX_TEXT_CHARACTERS = 64 * 1024;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}\\p{M}]+");

  private Highlight() {}

  /** The snippet around the first match; empty when there is none. */
  static Optional<String> mark(String text, List<String> prefixes) {
    String bounded =
        text.length() > MAX_TEXT_CHARACTERS ? text.substring(0, MAX_TEXT_CHARACTERS) : text;
    Matcher words = WORD.matcher(bounded);
    StringBuilder piece = new StringBuilder();
    int written = -1;
    int end = 0;
    while (words.find() && (written < 0 || words.start() < end)) {
      if (!begins(words.group(), prefixes)) {
        continue;
      }
      if (written < 0) {
        written = Math.max(0, words.start() - CONTEXT_CHARACTERS);
        end = Math.min(bounded.length(), words.end() + CONTEXT_CHARACTERS);
      }
      piece.append(bounded, written, words.start()).append("**").append(words.group()).append("**");
      written = words.end();
    }
    if (written < 0) {
      return Optional.empty();
    }
    if (written < end) {
      piece.append(bounded, written, end);
    }
    return Optional.of(piece.toString().strip());
  }

  private static boolean begins(String word, List<String> prefixes) {
    return SearchWords.ofQuery(word).stream()
        .anyMatch(normal -> prefixes.stream().anyMatch(normal::startsWith));
  }
}
