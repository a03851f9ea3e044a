package dev.agentmailbox.mime.read;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Message ids in header values (RFC 5322 section 3.6.4), with angle brackets. */
public final class MessageIds {
  /** Most references that are kept of a message. */
  static final int MAX_REFERENCES = 100;

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

  /**
   * The id of the message that is answered: the last one outside quoted strings and comments, which
   * contain addresses; null when there is none.
   */
  static @Nullable String parent(String inReplyTo) {
    List<String> ids = bracketed(withoutQuoted(inReplyTo), Integer.MAX_VALUE);
    if (ids.isEmpty()) {
      ids = bracketed(inReplyTo, Integer.MAX_VALUE);
    }
    return ids.isEmpty() ? first(inReplyTo) : ids.get(ids.size() - 1);
  }

  /** All ids without duplicates, in order; beyond the limit the first and the last ones. */
  public static List<String> all(String value, int limit) {
    Set<String> distinct = new LinkedHashSet<>(bracketed(value, Integer.MAX_VALUE));
    if (distinct.isEmpty()) {
      distinct.addAll(bare(value));
    }
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

  /** Words with an at sign, for values without brackets. */
  private static List<String> bare(String value) {
    List<String> ids = new ArrayList<>();
    StringTokenizer words = new StringTokenizer(value, " \t\r\n,;<>\"()");
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      if (word.indexOf('@') > 0 && word.length() <= MAX_LENGTH - 2 && isVisible(word)) {
        ids.add("<" + word + ">");
      }
    }
    return ids;
  }

  /** Without quoted strings and comments outside brackets. */
  private static String withoutQuoted(String value) {
    StringBuilder out = new StringBuilder(value.length());
    boolean quoted = false;
    int comments = 0;
    boolean bracket = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' && !bracket) {
        quoted = !quoted;
      } else if (c == '(' && !bracket && !quoted) {
        comments++;
      } else if (c == ')' && comments > 0 && !quoted) {
        comments--;
      } else if (!quoted && comments == 0) {
        bracket = c == '<' || (bracket && c != '>');
        out.append(c);
      }
    }
    return out.toString();
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
