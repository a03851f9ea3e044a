package dev.agentmailbox.mime.text;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The charset that an HTML document declares in a meta element or in its XML declaration. */
final class HtmlCharset {
  /** Most bytes searched; the HTML standard asks for 1,024, and mail has styles before it. */
  static final int MAX_SEARCHED_BYTES = 8 * 1024;

  private static final String COMMENT = "<!--";
  private static final String COMMENT_END = "-->";

  private HtmlCharset() {}

  /** The label; null when none is declared. */
  static @Nullable String find(byte[] html) {
    int length = Math.min(html.length, MAX_SEARCHED_BYTES);
    String head = new String(html, 0, length, StandardCharsets.ISO_8859_1);
    int at = head.indexOf('<');
    while (at >= 0) {
      boolean comment = head.startsWith(COMMENT, at);
      int end = comment ? head.indexOf(COMMENT_END, at) : head.indexOf('>', at);
      if (end < 0) {
        return null;
      }
      String label = null;
      if (isTag(head, at, "<meta")) {
        label = label(head, at, end, "charset");
      } else if (isTag(head, at, "<?xml")) {
        label = label(head, at, end, "encoding");
      }
      if (label != null) {
        return label;
      }
      at = head.indexOf('<', end);
    }
    return null;
  }

  private static boolean isTag(String head, int at, String tag) {
    int after = at + tag.length();
    return head.regionMatches(true, at, tag, 0, tag.length())
        && after < head.length()
        && !Character.isLetterOrDigit(head.charAt(after));
  }

  private static @Nullable String label(String head, int from, int end, String name) {
    for (int at = from; at + name.length() < end; at++) {
      if (!head.regionMatches(true, at, name, 0, name.length())) {
        continue;
      }
      int start = skipBlanks(head, at + name.length(), end);
      if (start < end && head.charAt(start) == '=') {
        start = skipBlanks(head, start + 1, end);
        boolean quoted = start < end && "\"'".indexOf(head.charAt(start)) >= 0;
        int first = quoted ? start + 1 : start;
        int last = first;
        while (last < end && "\"' ;>\t\r\n".indexOf(head.charAt(last)) < 0) {
          last++;
        }
        return last > first ? head.substring(first, last) : null;
      }
    }
    return null;
  }

  private static int skipBlanks(String head, int from, int end) {
    int at = from;
    while (at < end && Character.isWhitespace(head.charAt(at))) {
      at++;
    }
    return at;
  }
}
