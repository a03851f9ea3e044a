package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.message.CanonicalAddress;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** Extracts email addresses from arbitrary text in linear time. */
final class Addresses {
  private static final int MAX_CHARACTERS = 254;
  private static final String LOCAL_SPECIALS = "!#$%&'*+/=?^_`{|}~.-";

  private Addresses() {}

  /** All addresses in the text, in order, canonical and in lower case. */
  static Set<String> in(String text) {
    Set<String> found = new LinkedHashSet<>();
    for (int at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      String address = around(text, at);
      if (!address.isEmpty()) {
        found.add(address);
      }
    }
    return found;
  }

  /** The address around an at sign; empty when there is none. */
  private static String around(String text, int at) {
    int start = localStart(text, at);
    int end = at + 1;
    while (end < text.length() && end - start <= MAX_CHARACTERS && isDomain(text.charAt(end))) {
      end++;
    }
    while (end > at + 1 && ".-".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    boolean usable = start < at && end > at + 1 && end - start <= MAX_CHARACTERS;
    return usable ? CanonicalAddress.of(text.substring(start, end)).toLowerCase(Locale.ROOT) : "";
  }

  private static int localStart(String text, int at) {
    int lowest = Math.max(0, at - 65);
    if (at > 0 && text.charAt(at - 1) == '"') {
      int quote = text.substring(lowest, at - 1).lastIndexOf('"');
      return quote >= 0 ? lowest + quote : at;
    }
    int start = at;
    while (start > lowest && isLocal(text.charAt(start - 1))) {
      start--;
    }
    while (start < at && ".'/=".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    return start;
  }

  private static boolean isLocal(char c) {
    return Character.isLetterOrDigit(c) || LOCAL_SPECIALS.indexOf(c) >= 0;
  }

  private static boolean isDomain(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
  }

  /**
   * The address of a typed field such as {@code rfc822; a@example.com} (RFC 3464 section 2.3.1, RFC
   * 6533 section 3); empty when there is none.
   */
  static String typed(String value) {
    String decoded = unescape(value);
    return in(decoded).stream().findFirst().orElse("");
  }

  /** Decodes {@code +2B} (RFC 3461 section 4) and {@code \x{2B}} (RFC 6533 section 3). */
  private static String unescape(String value) {
    StringBuilder out = new StringBuilder(value.length());
    int i = 0;
    while (i < value.length()) {
      int close = value.startsWith("\\x{", i) ? value.indexOf('}', i) : -1;
      int point = close > 0 && close - i <= 9 ? hex(value.substring(i + 3, close)) : -1;
      if (point >= ' ' && Character.isValidCodePoint(point)) {
        out.appendCodePoint(point);
        i = close + 1;
      } else {
        out.append(value.charAt(i++));
      }
    }
    return out.toString();
  }

  /** Decodes xtext (RFC 3461 section 4). */
  static String withoutXtext(String address) {
    StringBuilder out = new StringBuilder(address.length());
    int i = 0;
    while (i < address.length()) {
      int code =
          address.charAt(i) == '+' && i + 3 <= address.length()
              ? hex(address.substring(i + 1, i + 3))
              : -1;
      if (code >= ' ' && code < 0x7f) {
        out.append((char) code);
        i += 3;
      } else {
        out.append(address.charAt(i++));
      }
    }
    return out.toString();
  }

  private static int hex(String digits) {
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(i), 16);
      if (digit < 0 || i > 5) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return digits.isEmpty() ? -1 : value;
  }
}
