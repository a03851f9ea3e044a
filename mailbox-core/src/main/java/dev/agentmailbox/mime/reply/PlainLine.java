package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.Texts;
import java.text.Normalizer;
import java.util.Locale;

/**
 * A line as its words are compared: composed, in lower case, with ASCII digits, colons and single
 * kinds of blanks, without invisible marks, emphasis and blanks around it.
 */
final class PlainLine {
  /** A longer line is never a header, a label or a signature. */
  static final int MAX_LENGTH = 400;

  private static final String BEFORE = "> \t*|";
  private static final String AFTER = " \t*|";

  private PlainLine() {}

  /** The line to compare; empty for one over {@link #MAX_LENGTH}. */
  static String of(String line) {
    if (line.length() > MAX_LENGTH) {
      return "";
    }
    return Texts.trimmed(letters(line).toLowerCase(Locale.ROOT), BEFORE, AFTER);
  }

  /** Composed text with ASCII digits, colons and blanks, without invisible marks. */
  static String letters(String text) {
    if (Texts.isAscii(text)) {
      return text;
    }
    String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
    StringBuilder plain = new StringBuilder(composed.length());
    for (int i = 0; i < composed.length(); i++) {
      char c = composed.charAt(i);
      int type = Character.getType(c);
      if (type == Character.SPACE_SEPARATOR) {
        plain.append(' ');
      } else if (type == Character.DECIMAL_DIGIT_NUMBER) {
        plain.append((char) ('0' + Character.digit(c, 10)));
      } else if (c == '：' || c == '։' || c == '︰' || c == '៖') {
        plain.append(':');
      } else if (type != Character.FORMAT) {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  static boolean hasDigit(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (isDigit(line.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
