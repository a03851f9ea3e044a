package dev.agentmailbox.mime.read;

import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decodes RFC 2047 encoded words anywhere in a value, even where the RFC forbids them, since
 * senders use them there. Linear; malformed words are left unchanged. A character split across
 * adjacent words of the same charset is joined.
 */
final class EncodedWords {
  private static final int MAX_CHARSET_LENGTH = 64;
  private static final String START = "=?";
  private static final String END = "?=";
  private static final Pattern NO_DIGIT = Pattern.compile("[^A-Za-z0-9+/]+");

  private final String text;
  private final StringBuilder out;
  private final CodedOctets octets;
  private @Nullable String pendingCharset;

  private EncodedWords(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length());
    this.octets = new CodedOctets(out);
  }

  static String decode(String text) {
    return text.contains(START) ? new EncodedWords(text).run() : text;
  }

  private String run() {
    int at = 0;
    while (at < text.length()) {
      int start = text.indexOf(START, at);
      int afterCharset = start < 0 ? -1 : charsetEnd(text, start + START.length());
      if (start < 0) {
        break;
      }
      if (afterCharset < 0) {
        gap(text.substring(at, start + 1), false);
        at = start + 1;
        continue;
      }
      int end = text.indexOf(END, afterCharset + 3);
      if (end < 0) {
        break;
      }
      gap(text.substring(at, start), true);
      word(start, afterCharset, end);
      at = end + END.length();
    }
    gap(text.substring(at), false);
    return out.toString();
  }

  /** Offset of the question mark after the charset, if {@code ?B?} or {@code ?Q?} follows. */
  static int charsetEnd(String text, int from) {
    int limit = Math.min(text.length() - 2, from + MAX_CHARSET_LENGTH);
    for (int i = from; i < limit; i++) {
      char c = text.charAt(i);
      if (c == '?') {
        boolean known = "bBqQ".indexOf(text.charAt(i + 1)) >= 0 && text.charAt(i + 2) == '?';
        return i > from && known ? i : -1;
      }
      if (c <= ' ' || c >= 0x7f) {
        return -1;
      }
    }
    return -1;
  }

  /** Text between words: white space between encoded words is dropped (RFC 2047 section 6.2). */
  private void gap(String between, boolean beforeWord) {
    boolean afterWord = pendingCharset != null;
    if (beforeWord && afterWord && between.isBlank()) {
      return;
    }
    flush();
    out.append(between);
  }

  private void word(int start, int charsetEnd, int end) {
    String charset = text.substring(start + START.length(), charsetEnd);
    int language = charset.indexOf('*');
    if (language >= 0) {
      charset = charset.substring(0, language);
    }
    if (pendingCharset != null && !charset.equalsIgnoreCase(pendingCharset)) {
      flush();
    }
    pendingCharset = charset;
    boolean base64 = Character.toLowerCase(text.charAt(charsetEnd + 1)) == 'b';
    if (base64) {
      base64(charsetEnd + 3, end);
    } else {
      octets.append(text.substring(charsetEnd + 3, end).replace('_', ' '), '=', pendingCharset);
    }
  }

  private void flush() {
    octets.flush(pendingCharset);
    pendingCharset = null;
  }

  /** What is no digit is skipped, as are bits that make no octet. */
  private void base64(int from, int to) {
    String digits = NO_DIGIT.matcher(text.substring(from, to)).replaceAll("");
    int whole = digits.length() % 4 == 1 ? digits.length() - 1 : digits.length();
    octets.append(Base64.getDecoder().decode(digits.substring(0, whole)));
  }
}
