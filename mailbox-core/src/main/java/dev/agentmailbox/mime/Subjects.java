package dev.agentmailbox.mime;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Subjects of replies and forwards. Linear time, no backtracking. */
public final class Subjects {
  private static final Map<String, String> WORDS =
      ResourceLines.table(Subjects.class, "subjects.txt");
  private static final Set<String> REPLY = words("REPLY");
  private static final Set<String> FORWARD = words("FORWARD");

  /** Longest prefix word above, which bounds the search for the colon. */
  private static final int MAX_PREFIX_LENGTH = 16;

  /** Longest list tag such as {@code [dev-list]}, in characters. */
  private static final int MAX_TAG_LENGTH = 80;

  /** Subjects are compared up to this length, in UTF-16 code units. */
  private static final int MAX_BASE_LENGTH = 998;

  private static final List<String> TRAILERS = List.of("(fwd)", "(fw)");

  private Subjects() {}

  private static Set<String> words(String row) {
    return Set.of(String.valueOf(WORDS.get(row)).split("\\|"));
  }

  private enum Prefix {
    REPLY,
    FORWARD
  }

  private record Found(Prefix prefix, int end) {}

  /**
   * The base subject for comparison: without reply and forward prefixes, list tags and {@code
   * (fwd)}, white space collapsed, in lower case. An empty base subject matches nothing.
   */
  public static String normalize(String subject) {
    String rest = Texts.oneLine(subject, MAX_BASE_LENGTH);
    int at = 0;
    while (true) {
      int next = skipTag(rest, at);
      Found found = prefixAt(rest, next);
      if (found != null) {
        at = found.end();
      } else if (next > at && next < rest.length()) {
        at = next;
      } else {
        break;
      }
    }
    String base = rest.substring(skipSpace(rest, at)).toLowerCase(Locale.ROOT);
    return withoutTrailers(base);
  }

  /** Whether the subject starts with a reply prefix in any language, list tags ignored. */
  public static boolean hasReplyPrefix(String subject) {
    return startsWith(subject, Prefix.REPLY);
  }

  /** Prepends {@code Re: } unless there is a reply prefix. */
  public static String reply(String subject) {
    return hasReplyPrefix(subject) ? subject : ("Re: " + subject).strip();
  }

  /** Prepends {@code Fwd: } unless there is a forward prefix. */
  public static String forward(String subject) {
    return startsWith(subject, Prefix.FORWARD) ? subject : ("Fwd: " + subject).strip();
  }

  private static boolean startsWith(String subject, Prefix wanted) {
    int at = 0;
    while (true) {
      Found found = prefixAt(subject, at);
      if (found != null) {
        return found.prefix() == wanted;
      }
      int next = skipTag(subject, at);
      if (next == at) {
        return false;
      }
      at = next;
    }
  }

  private static String withoutTrailers(String base) {
    int end = base.length();
    int before;
    do {
      before = end;
      while (end > 0 && base.charAt(end - 1) == ' ') {
        end--;
      }
      for (String trailer : TRAILERS) {
        end -= base.startsWith(trailer, end - trailer.length()) ? trailer.length() : 0;
      }
    } while (end < before);
    return base.substring(0, end);
  }

  /** Skips one {@code [tag]}; returns {@code from} if there is none. */
  private static int skipTag(String text, int from) {
    int at = skipSpace(text, from);
    if (at < text.length() && text.charAt(at) == '[') {
      int limit = Math.min(text.length(), at + MAX_TAG_LENGTH);
      for (int i = at + 1; i < limit; i++) {
        if (text.charAt(i) == ']') {
          return skipSpace(text, i + 1);
        }
      }
    }
    return from;
  }

  private static @Nullable Found prefixAt(String text, int from) {
    int start = skipSpace(text, from);
    int end = start;
    int limit = Math.min(text.length(), start + MAX_PREFIX_LENGTH);
    while (end < limit && Character.isLetter(text.charAt(end))) {
      end++;
    }
    String word = text.substring(start, end).toLowerCase(Locale.ROOT);
    Prefix prefix =
        REPLY.contains(word) ? Prefix.REPLY : FORWARD.contains(word) ? Prefix.FORWARD : null;
    if (prefix == null) {
      return null;
    }
    int at = skipSpace(text, skipCount(text, skipSpace(text, end)));
    if (at < text.length() && (text.charAt(at) == ':' || text.charAt(at) == '：')) {
      return new Found(prefix, at + 1);
    }
    return null;
  }

  /** Skips a counter such as {@code [2]}, {@code (3)}, {@code ^4} or {@code *5}. */
  private static int skipCount(String text, int from) {
    if (from >= text.length() || "[(^*".indexOf(text.charAt(from)) < 0) {
      return from;
    }
    int at = from + 1;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    boolean closed = at < text.length() && (text.charAt(at) == ']' || text.charAt(at) == ')');
    return closed ? at + 1 : at;
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
