package dev.agentmailbox.mime.read;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Message ids in header values (RFC 5322 section 3.6.4), with angle brackets. */
public final class MessageIds {
  /** Longest id including brackets, in UTF-16 code units; fits a line. */
  private static final int MAX_LENGTH = 900;

  private MessageIds() {}

  /** The first id, with brackets added if missing; null when there is none. */
  static @Nullable String first(String value) {
    List<String> ids = bracketed(value, 1);
    if (!ids.isEmpty()) {
      return ids.get(0);
    }
    String bare = value.strip();
    boolean plain = !bare.isEmpty() && bare.length() < MAX_LENGTH && isVisible(bare);
    return plain && bare.indexOf('<') < 0 && bare.indexOf('>') < 0 ? "<" + bare + ">" : null;
  }

  /** All ids without duplicates, in order; beyond the limit the first and the last ones. */
  static List<String> all(String value, int limit) {
    Set<String> distinct = new LinkedHashSet<>(bracketed(value, Integer.MAX_VALUE));
    List<String> ids = new ArrayList<>(distinct);
    if (ids.size() <= limit) {
      return ids;
    }
    List<String> kept = new ArrayList<>(limit);
    kept.add(ids.get(0));
    kept.addAll(ids.subList(ids.size() - limit + 1, ids.size()));
    return kept;
  }

  /** Whether it can be written into a header unchanged. */
  public static boolean isWritable(String id) {
    boolean framed = id.length() > 2 && id.startsWith("<") && id.endsWith(">");
    return framed
        && id.length() <= MAX_LENGTH
        && isVisible(id)
        && id.chars().allMatch(c -> c < 0x7f)
        && id.indexOf('<', 1) < 0
        && id.indexOf('>') == id.length() - 1;
  }

  private static List<String> bracketed(String value, int limit) {
    List<String> ids = new ArrayList<>();
    int at = 0;
    while (ids.size() < limit) {
      int start = value.indexOf('<', at);
      int end = start < 0 ? -1 : value.indexOf('>', start);
      if (end < 0) {
        break;
      }
      String id = withoutSpace(value.substring(value.lastIndexOf('<', end) + 1, end));
      if (!id.isEmpty() && id.length() <= MAX_LENGTH - 2) {
        ids.add("<" + id + ">");
      }
      at = end + 1;
    }
    return ids;
  }

  private static String withoutSpace(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> !Character.isWhitespace(c) && !Character.isISOControl(c))
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static boolean isVisible(String text) {
    return text.codePoints().noneMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
  }
}
