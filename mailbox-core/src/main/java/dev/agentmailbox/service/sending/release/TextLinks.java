package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.service.message.TopLevelDomains;
import java.text.Normalizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what mail clients turn into links in plain text: anything with a scheme, {@code www.}, a
 * bare domain with a known top-level domain, and an IPv4 address with a path or a port. A bare
 * email address is not a link.
 *
 * <p>The text is matched in its compatibility form without format characters, as browsers parse
 * hosts. Linear in the length of the text.
 */
final class TextLinks {
  /** What a colon is part of. */
  private static final Pattern SCHEME =
      Pattern.compile(
          "\\b[a-z][a-z0-9+.-]{0,30}:[/\\\\]{1,2}[^\\s/\\\\]"
              + "|\\b(?:mailto|tel|sms|sips?|xmpp|callto|skype|facetime|magnet|javascript):\\S",
          Pattern.CASE_INSENSITIVE);

  /** The longest part of {@link #SCHEME} before its colon, in UTF-16 code units. */
  private static final int BEFORE_COLON = 31;

  /** The longest part from its colon on; the last character may have two code units. */
  private static final int FROM_COLON = 5;

  /** What a dot is the first of. */
  private static final Pattern HOST =
      Pattern.compile(
          "\\bwww\\.[^\\s.]|\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?:/|:\\d)", Pattern.CASE_INSENSITIVE);

  /** The longest part of {@link #HOST} before its first dot, in UTF-16 code units. */
  private static final int BEFORE_DOT = 3;

  /** The longest part from its first dot on. */
  private static final int FROM_DOT = 14;

  private static final Pattern FORMAT = Pattern.compile("[\\p{Cf}\\p{Cc}&&[^\\s]]+");

  /** Full stops that browsers treat as a dot (RFC 3490 section 3.1). */
  private static final Pattern OTHER_STOPS = Pattern.compile("[\\u3002\\uff0e\\uff61]");

  /** Longest label of a domain (RFC 1035 section 2.3.4). */
  private static final int MAX_LABEL = 63;

  private static final int MAX_DOMAIN = 253;

  /** UTF-16 code units normalized at a time, which can expand 18-fold. */
  private static final int PIECE = 64 * 1024;

  private static final int OVERLAP = 512;

  private TextLinks() {}

  static boolean found(String text) {
    if (text.chars().allMatch(c -> c < 0x80)) {
      return foundIn(text);
    }
    for (int start = 0; start < text.length(); start += PIECE) {
      int end = Math.min(text.length(), start + PIECE + OVERLAP);
      if (foundIn(plain(text.substring(start, end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean foundIn(String plain) {
    return hasScheme(plain) || hasHost(plain);
  }

  /** Searches around each colon, which few texts have many of. */
  private static boolean hasScheme(String text) {
    Matcher scheme = SCHEME.matcher(text).useTransparentBounds(true);
    int previous = -1;
    for (int colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
      int start = Math.max(previous + 1, colon - BEFORE_COLON);
      if (isBetween(scheme, text, start, colon + FROM_COLON)) {
        return true;
      }
      previous = colon;
    }
    return false;
  }

  private static boolean isBetween(Matcher matcher, String text, int start, int end) {
    return matcher.region(start, Math.min(text.length(), end)).find();
  }

  private static String plain(String text) {
    String stops = OTHER_STOPS.matcher(text).replaceAll(".");
    return FORMAT.matcher(Normalizer.normalize(stops, Normalizer.Form.NFKC)).replaceAll("");
  }

  private static boolean hasHost(String text) {
    Matcher host = HOST.matcher(text).useTransparentBounds(true);
    for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
      if (isBetween(host, text, Math.max(0, dot - BEFORE_DOT), dot + FROM_DOT)) {
        return true;
      }
      int end = endOfLabel(text, dot + 1);
      boolean isLast =
          end + 1 >= text.length() || text.charAt(end) != '.' || !isPart(text, end + 1);
      if (isLast
          && isPart(text, dot - 1)
          && TopLevelDomains.contain(text.substring(dot + 1, end))
          && !isAddress(text, dot, end)) {
        return true;
      }
    }
    return false;
  }

  private static int endOfLabel(String text, int start) {
    int end = start;
    while (end - start <= MAX_LABEL && isPart(text, end)) {
      end++;
    }
    return end;
  }

  /** Whether the dot is part of an email address that no path or port turns into a link. */
  private static boolean isAddress(String text, int dot, int end) {
    int start = dot;
    while (dot - start <= MAX_DOMAIN && (isPart(text, start - 1) || at(text, start - 1, '.'))) {
      start--;
    }
    return at(text, start - 1, '@')
        && !at(text, end, '/')
        && !(at(text, end, ':') && end + 1 < text.length() && isDigit(text.charAt(end + 1)));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean at(String text, int index, char wanted) {
    return index >= 0 && index < text.length() && text.charAt(index) == wanted;
  }

  /** A letter, digit, mark or hyphen, of which labels consist. */
  private static boolean isPart(String text, int index) {
    if (index < 0 || index >= text.length()) {
      return false;
    }
    char c = text.charAt(index);
    return c == '-' || Character.isLetterOrDigit(c) || isMark(c);
  }

  private static boolean isMark(char c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }
}
