package dev.agentmailbox.mime.codes;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.InvisibleText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a line plain, so that one form of each character is left to look for. */
final class CodeText {
  /** Most results of each kind. */
  static final int MAX_FOUND = 10;

  /** A host or path: its digits are no code. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[A-Za-z]{2,10}://|www\\.)[!-~]{1,2000}|[!-?A-~]{1,64}@[!-?A-~]{1,250}");

  private static final char NOT_TEXT = '\u0001';

  private CodeText() {}

  /**
   * The line with digits of every script, full-width characters, hyphens and blanks in their ASCII
   * form, without invisible characters and addresses.
   */
  static String plain(String line) {
    return withoutAddresses(Texts.isAscii(line) ? line.replace('\t', ' ') : folded(line));
  }

  /** Whether there is a digit of any script, which every code has. */
  static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 128 ? c >= '0' && c <= '9' : Character.isDigit(c)) {
        return true;
      }
    }
    return false;
  }

  private static String folded(String line) {
    StringBuilder plain = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c < 128) {
        plain.append(c == '\t' ? ' ' : c);
      } else if (c == '\u3001' || c == '\u3002' || c == '\uff0c' || c == '\uff1b') {
        plain.append(c == '\u3002' ? ". " : ", ");
      } else if (!InvisibleText.isInvisible(c)) {
        plain.append(folded(c));
      }
    }
    return plain.toString();
  }

  private static char folded(char c) {
    if (c >= '\uff01' && c <= '\uff5e') {
      return (char) (c - '\uff01' + '!');
    }
    return switch (Character.getType(c)) {
      case Character.DECIMAL_DIGIT_NUMBER -> (char) ('0' + Character.digit(c, 10));
      case Character.SPACE_SEPARATOR -> ' ';
      case Character.DASH_PUNCTUATION -> '-';
      default -> c == '\u2212' ? '-' : c;
    };
  }

  private static String withoutAddresses(String line) {
    if (!line.contains("://") && !line.contains("www.") && line.indexOf('@') < 0) {
      return line;
    }
    return ADDRESS.matcher(line).replaceAll(Matcher.quoteReplacement(String.valueOf(NOT_TEXT)));
  }
}
