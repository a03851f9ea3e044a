package dev.agentmailbox.message;

import org.jspecify.annotations.Nullable;

/**
 * What stands before the at sign, in one form: {@code "ann"}, {@code "a\nn"} and {@code ann} are
 * the same mailbox (RFC 5321 section 4.1.2).
 */
public final class LocalParts {
  private static final String ATEXT = "!#$%&'*+-/=?^_`{|}~";

  private LocalParts() {}

  /**
   * The address without the quotes and quoted pairs that its local part does not need. A local part
   * that needs quotes, such as {@code "a b"}, keeps them, with as few quoted pairs as there can be;
   * one that has no right syntax is left as it is.
   */
  public static String canonical(String address) {
    int at = address.lastIndexOf('@');
    String local = address.substring(0, Math.max(at, 0));
    if (local.indexOf('"') < 0 && local.indexOf('\\') < 0) {
      return address;
    }
    String content = content(local);
    if (content == null) {
      return address;
    }
    if (isDotAtom(content)) {
      return content + address.substring(at);
    }
    return isOneQuotedString(local) ? quoted(content) + address.substring(at) : address;
  }

  /** Without quotes and quoted pairs; null when one of them does not end. */
  private static @Nullable String content(String local) {
    StringBuilder content = new StringBuilder(local.length());
    boolean quoted = false;
    for (int i = 0; i < local.length(); i++) {
      char c = local.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\') {
        if (++i == local.length()) {
          return null;
        }
        content.append(local.charAt(i));
      } else {
        content.append(c);
      }
    }
    return quoted ? null : content.toString();
  }

  private static boolean isOneQuotedString(String local) {
    int i = 1;
    while (i < local.length() && local.charAt(i) != '"') {
      i += local.charAt(i) == '\\' ? 2 : 1;
    }
    return local.startsWith("\"") && i == local.length() - 1;
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

  /** RFC 5322 section 3.2.3, and any letter beyond ASCII (RFC 6531 section 3.3). */
  private static boolean isAtomText(char c) {
    return c < 0x80
        ? Character.isLetterOrDigit(c) || ATEXT.indexOf(c) >= 0
        : !Character.isISOControl(c) && !Character.isWhitespace(c) && !Character.isSpaceChar(c);
  }
}
