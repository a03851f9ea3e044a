package dev.agentmailbox.message;

import java.net.IDN;
import org.jspecify.annotations.Nullable;

/**
 * Canonical form of addresses: one for all spellings of a mailbox, so that lists, contacts and
 * checks compare the same text.
 */
public final class CanonicalAddress {
  private static final String ATEXT = "!#$%&'*+-/=?^_`{|}~";

  /** Longest domain that is converted (RFC 1035 section 2.3.4); the effort grows faster. */
  private static final int MAX_DOMAIN_LENGTH = 253;

  /** A full-width at sign must not become one in the middle of a domain. */
  private static final int IDN_FLAGS = IDN.ALLOW_UNASSIGNED | IDN.USE_STD3_ASCII_RULES;

  private CanonicalAddress() {}

  /**
   * The address without quotes and quoted pairs that its local part does not need (RFC 5321 section
   * 4.1.2: {@code "ann"}, {@code "a\nn"} and {@code ann} are the same mailbox), and with a
   * {@linkplain #domain canonical domain}. A local part that needs quoting, such as {@code "a b"},
   * keeps one pair of quotes and as few quoted pairs as possible. A malformed one, such as {@code
   * "vic"tim}, is kept unchanged.
   */
  public static String of(String address) {
    int at = address.lastIndexOf('@');
    if (at < 0) {
      return address;
    }
    String written = address.substring(at + 1);
    String domain = domain(written);
    boolean quotes = address.lastIndexOf('"', at) >= 0 || address.lastIndexOf('\\', at) >= 0;
    if (!quotes && domain.equals(written)) {
      return address;
    }
    String local = address.substring(0, at);
    String content = quotes ? content(local) : null;
    if (content != null) {
      local = isDotAtom(content) ? content : quoted(content);
    }
    return local + "@" + domain;
  }

  /** A domain in ASCII (RFC 5890) without a dot at its end; otherwise unchanged when it is none. */
  public static String domain(String domain) {
    String name = withoutFinalDots(domain);
    if (name.length() > MAX_DOMAIN_LENGTH || name.chars().allMatch(c -> c < 0x80)) {
      return name;
    }
    try {
      return withoutFinalDots(IDN.toASCII(name, IDN_FLAGS));
    } catch (IllegalArgumentException notIdna) {
      // No name in the DNS; compared as it is.
      return name;
    }
  }

  private static String withoutFinalDots(String domain) {
    int end = domain.length();
    while (end > 0 && domain.charAt(end - 1) == '.') {
      end--;
    }
    return domain.substring(0, end);
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
