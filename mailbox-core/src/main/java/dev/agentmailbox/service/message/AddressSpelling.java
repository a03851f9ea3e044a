package dev.agentmailbox.service.message;

/**
 * Writes {@code @} and {@code .} where people write words, brackets, blanks or a comma instead. The
 * texts are in lower case; one without such a place is returned as it is.
 */
final class AddressSpelling {
  private static final int MAX_BLANKS = 3;
  private static final int MAX_LABEL_CHARACTERS = 63;

  private final String text;
  private final StringBuilder rewritten = new StringBuilder();
  private int copied;

  private AddressSpelling(String text) {
    this.text = text;
  }

  /** {@code [at]}, {@code ( dot )} and the like. */
  static String withoutBrackets(String text) {
    AddressSpelling spelling = new AddressSpelling(text);
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '[', '(', '{', '<' -> i = spelling.bracketed(i);
        default -> {}
      }
    }
    return spelling.whole();
  }

  private int bracketed(int open) {
    int word = blanksEnd(open + 1);
    int length = atLength(word);
    boolean at = length > 0;
    if (!at) {
      length = dotLength(word);
    }
    int close = blanksEnd(word + length);
    return length > 0 && isOf("])}>", letter(close)) ? write(at, open, close + 1) : open;
  }

  /** {@code at} and {@code dot} between blanks or hyphens, and blanks beside {@code @}. */
  static String withoutBlanks(String text) {
    AddressSpelling spelling = new AddressSpelling(text);
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '@') {
        int end = spelling.blanksEnd(i + 1);
        i = end > i + 1 ? spelling.write(true, i, end) : i;
      } else if (isBlank(letter)) {
        i = spelling.spaced(i);
      } else if (letter == '-' || letter == '_') {
        i = spelling.hyphenated(i);
      }
    }
    return spelling.whole();
  }

  private int spaced(int start) {
    int word = blanksEnd(start);
    char first = letter(word);
    if (first == '@') {
      return write(true, start, blanksEnd(word + 1));
    }
    if (first != 'a' && first != 'd' && first != '.') {
      return start;
    }
    boolean at = first == 'a';
    int length = at ? atLength(word) : first == '.' ? 1 : text.startsWith("dot", word) ? 3 : 0;
    int end = blanksEnd(word + length);
    return length > 0 && end > word + length ? write(at, start, end) : start;
  }

  private int hyphenated(int start) {
    boolean at = text.startsWith("at", start + 1);
    if (!at && !text.startsWith("dot", start + 1)) {
      return start;
    }
    int end = start + (at ? 3 : 4);
    return isOf("-_", letter(end)) ? write(at, start, end + 1) : start;
  }

  /** {@code @example,com}, with a comma where the dot of the domain should be. */
  static String withoutComma(String text) {
    AddressSpelling spelling = new AddressSpelling(text);
    for (int at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      int end = at + 1;
      while (end - at <= MAX_LABEL_CHARACTERS && isOfLabel(spelling.letter(end))) {
        end++;
      }
      if (end > at + 1
          && spelling.letter(end) == ','
          && isLetter(spelling.letter(end + 1))
          && isLetter(spelling.letter(end + 2))) {
        spelling.write(false, end, end + 1);
      }
    }
    return spelling.whole();
  }

  /** Writes the character for what is between the positions, and returns the last of them. */
  private int write(boolean at, int start, int end) {
    rewritten.append(text, copied, start).append(at ? '@' : '.');
    copied = end;
    return end - 1;
  }

  private String whole() {
    return copied == 0 ? text : rewritten.append(text, copied, text.length()).toString();
  }

  private int atLength(int start) {
    return letter(start) == '@' ? 1 : text.startsWith("at", start) ? 2 : 0;
  }

  private int dotLength(int start) {
    if (text.startsWith("punkt", start) || text.startsWith("point", start)) {
      return 5;
    }
    return letter(start) == '.' ? 1 : text.startsWith("dot", start) ? 3 : 0;
  }

  private int blanksEnd(int start) {
    int end = start;
    while (end - start < MAX_BLANKS && isBlank(letter(end))) {
      end++;
    }
    return end;
  }

  /** The character there, or one that means nothing. */
  private char letter(int index) {
    return index < text.length() ? text.charAt(index) : '\0';
  }

  private static boolean isBlank(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
  }

  private static boolean isLetter(char letter) {
    return letter >= 'a' && letter <= 'z';
  }

  private static boolean isOfLabel(char letter) {
    return isLetter(letter) || (letter >= '0' && letter <= '9') || letter == '-';
  }

  private static boolean isOf(String letters, char letter) {
    return letters.indexOf(letter) >= 0;
  }
}
