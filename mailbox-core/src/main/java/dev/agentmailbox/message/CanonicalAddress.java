package dev.agentmailbox.message;

import org.jspecify.annotations.Nullable;

/**
 * Canonical form of local parts: {@code "ann"}, {@code "a n"} and {@code ann} are the same mailbox
 * (RFC 5321 section 4.1.2).
 */
public final class CanonicalAddress {
  private static final String ATEXT = "!#$%&'*+-/=?^_`{|}~";

  private CanonicalAddress() {}

  /**
   * The address without quotes and quoted pairs that its local part does not need. A local part
   * that needs quoting, such as {@code "a b"}, keeps one pair of quotes and as few quoted pairs as
   * possible. A malformed one, such as {@code "vic"tim}, is returned unchanged.
   */
  public static String of(String address) {
    int at = address.lastIndexOf('@');
    String local = address.substring(0, Math.max(at, 0));
    if (local.indexOf('"') < 0 && local.indexOf('\\') < 0) {
      return address;
    }
    String content = content(local);
    if (content == null) {
      return address;
    }
    return (isDotAtom(content) ? content : quoted(content)) + address.substring(at);
  }

  /**
   * The content of the dot-separated words, each an atom or a quoted string (RFC 5322 section 4.4,
   * obs-local-part); null when malformed.
   */
  private static @Nullable String content(String local) {
    StringBuilder content = new StringBuilder(local.length());
    int end = word(local, 0, content);
    while (end > 0 && end < local.length() && local.charAt(end) == '.') {
      content.append('.');
      end = word(local, end + 1, content);
    }
    return end == local.length() ? content.toString() : null;
  }

  /** Appends the word at {@code start} and returns its end; -1 when there is none. */
  private static int word(String local, int start, StringBuilder content) {
    if (start < local.length() && local.charAt(start) == '"') {
      return quotedWord(local, start + 1, content);
    }
    int end = start;
    while (end < local.length() && (isAtomText(local.charAt(end)) || local.charAt(end) == '\\')) {
      // RFC 821 section 4.1.2 allowed quoted pairs outside quotes, and some software still emits
      // them.
      if (local.charAt(end) == '\\' && ++end == local.length()) {
        return -1;
      }
      content.append(local.charAt(end++));
    }
    return end > start ? end : -1;
  }

  private static int quotedWord(String local, int start, StringBuilder content) {
    int i = start;
    while (i < local.length() && local.charAt(i) != '"') {
      if (local.charAt(i) == '\\' && ++i == local.length()) {
        return -1;
      }
      content.append(local.charAt(i++));
    }
    return i < local.length() ? i + 1 : -1;
  }

  private static String quoted(String content) {
    return '"' + content.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static boolean isDotAtom(String text) {
    boolean wordBefore = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isAtomText(c) && !(c == '.' && wordBefore)) {
        return false;
      }
      wordBefore = c != '.';
    }
    return wordBefore;
  }

  /** Atom text of RFC 5322 section 3.2.3, and non-ASCII characters (RFC 6531 section 3.3). */
  private static boolean isAtomText(char c) {
    return c < 0x80
        ? Character.isLetterOrDigit(c) || ATEXT.indexOf(c) >= 0
        : !Character.isISOControl(c) && !Character.isWhitespace(c) && !Character.isSpaceChar(c);
  }
}
