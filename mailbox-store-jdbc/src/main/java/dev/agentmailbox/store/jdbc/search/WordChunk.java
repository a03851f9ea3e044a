package dev.agentmailbox.store.jdbc.search;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;

/**
 * A row with a run of the sorted words of a block.
 *
 * @param first the first word
 * @param words all words, each preceded by a space
 */
record WordChunk(String first, String words) {
  /** Approximate row size: few rows, each quick to scan. */
  private static final int ROW_CHARACTERS = 1_000;

  /** Sorts after every character of a key. */
  private static final char AFTER_ALL = Character.MAX_SURROGATE + 1;

  /** Packs word keys, see {@link #key}. */
  static List<WordChunk> pack(NavigableSet<String> keys) {
    List<WordChunk> rows = new ArrayList<>();
    StringBuilder words = new StringBuilder();
    for (String key : keys) {
      words.append(' ').append(key);
      if (words.length() >= ROW_CHARACTERS) {
        rows.add(row(words));
        words.setLength(0);
      }
    }
    if (words.length() > 0) {
      rows.add(row(words));
    }
    return rows;
  }

  private static WordChunk row(StringBuilder words) {
    int end = words.indexOf(" ", 1);
    return new WordChunk(words.substring(1, end < 0 ? words.length() : end), words.toString());
  }

  /** Sorts after every key that starts with a key, and before the others after it. */
  static String end(String key) {
    return key + AFTER_ALL;
  }

  /**
   * The sort key of a word, in characters that all databases order by code point. The key of a
   * prefix is a prefix of the key.
   */
  static String key(String word) {
    StringBuilder key = new StringBuilder(word.length());
    word.codePoints()
        .forEach(
            c -> {
              if ((c >= 'a' && c <= 'z')
                  || (c >= '0' && c <= '9')
                  || (c >= 0xa0 && c < Character.MIN_SURROGATE)) {
                key.append((char) c);
              } else {
                key.append('~').append("%06x".formatted(c));
              }
            });
    return key.toString();
  }
}
