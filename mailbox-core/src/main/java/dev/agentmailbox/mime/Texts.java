package dev.agentmailbox.mime;

import java.nio.charset.StandardCharsets;

/** Truncation and sanitization of decoded text. */
public final class Texts {
  private static final char REPLACEMENT = '\uFFFD';

  /** Longest preview, in UTF-16 code units. */
  private static final int PREVIEW_LENGTH = 200;

  private Texts() {}

  /** Normalizes line ends to LF; replaces U+0000 and unpaired surrogates. */
  public static String clean(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean lineEnd = c == '\r';
      if (lineEnd || c == 0 || isLone(text, i)) {
        out.append(text, copied, i).append(lineEnd ? '\n' : REPLACEMENT);
        i += lineEnd && i + 1 < text.length() && text.charAt(i + 1) == '\n' ? 1 : 0;
        copied = i + 1;
      }
    }
    return copied == 0 ? text : out.append(text, copied, text.length()).toString();
  }

  /** Replaces control characters and line separators by spaces, for one header value. */
  public static String oneHeaderLine(String value) {
    if (isPlain(value)) {
      return value.strip();
    }
    StringBuilder out = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        out.append(' ');
      } else {
        out.append(isLone(value, i) ? REPLACEMENT : c);
      }
    }
    return out.toString().strip();
  }

  /** Whether it has printable US-ASCII only, as most header values have. */
  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }

  /**
   * Collapses white space and truncates to a number of UTF-16 code units without splitting a
   * character.
   */
  public static String oneLine(String text, int limit) {
    StringBuilder out = new StringBuilder(Math.min(limit, text.length()));
    boolean space = false;
    for (int i = 0; i < text.length() && out.length() < limit; i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
        space = out.length() > 0;
      } else {
        if (space) {
          out.append(' ');
          space = false;
        }
        out.append(c);
      }
    }
    if (out.length() > limit) {
      out.setLength(limit);
    }
    if (out.length() > 0 && Character.isHighSurrogate(out.charAt(out.length() - 1))) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  /** Without any of some characters at its beginning, and of others at its end. */
  public static String trimmed(String text, String before, String after) {
    int from = 0;
    int to = text.length();
    while (from < to && before.indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && after.indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return text.substring(from, to);
  }

  public static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** The first UTF-16 code units; may split a character. */
  public static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  /** The start of a text on one line, for lists. */
  public static String preview(String text) {
    return oneLine(text, PREVIEW_LENGTH);
  }

  /** The longest prefix within that number of UTF-8 bytes that does not split a character. */
  public static String cutToBytes(String text, int bytes) {
    if (text.length() <= bytes / 3) {
      return text;
    }
    int used = 0;
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      used += utf8Length(point);
      if (used > bytes) {
        return text.substring(0, i);
      }
      i += Character.charCount(point);
    }
    return text;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  private static boolean isLone(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
