package dev.agentmailbox.server.authentication;

import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.server.dkim.HeaderLines;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The author address of a message. Authentication is worthless when the address checked is not the
 * one displayed, so an ambiguous From has no author: no or several fields, several addresses, a
 * group, an address outside its brackets, comments inside an address, or anything that this service
 * would display differently.
 *
 * @param domain ASCII, lower case
 */
record Author(String domain) {
  /** Characters of an unquoted word; more than RFC 5322 allows, for internationalized names. */
  private static final String WORD = "[^\\s\"(),:;<>@\\[\\]\\\\\\p{Cntrl}]++";

  private static final String QUOTED =
      "\"[^\"\\\\\\p{Cntrl}]*+(?:\\\\[^\\p{Cntrl}][^\"\\\\\\p{Cntrl}]*+)*+\"";
  private static final String COMMENT =
      "\\([^()\\\\\\p{Cntrl}]*+(?:\\\\[^\\p{Cntrl}][^()\\\\\\p{Cntrl}]*+)*+\\)";
  private static final String BLANK = "[ \\t]*+";
  private static final String ADDRESS =
      "((?:[^\\s\"(),:;<>@\\[\\]\\\\\\p{Cntrl}]++|" + QUOTED + ")@[^\\s\"(),:;<>@\\\\]++)";

  /** {@code Some "Name" <local@domain> (comment)} */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:(?:" + WORD + "|" + QUOTED + "|" + COMMENT + ")" + BLANK + ")*+<" + ADDRESS + ">(?:"
              + BLANK + COMMENT + ")*+");

  /** {@code local@domain (comment)} */
  private static final Pattern BARE = Pattern.compile(ADDRESS + "(?:" + BLANK + COMMENT + ")*+");

  /** A line that some mail client could interpret as a From field. */
  private static final Pattern FROM_LIKE = Pattern.compile("(?i)[ \\t]*+from[ \\t]*+(?::.*+)?+");

  private static final int MAX_LENGTH = 1_000;

  /** Finds the author. */
  static Optional<Author> of(HeaderLines header, ParsedMessage shown) {
    List<HeaderLines.Field> fields = header.named("from");
    if (!header.wellFormed()
        || fields.size() != 1
        || fromLikeLines(header) != 1
        || shown.headers().from().size() != 1) {
      return Optional.empty();
    }
    HeaderLines.Field field = fields.get(0);
    if (!field.raw().regionMatches(true, 0, "from:", 0, 5) || field.raw().length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String value =
        new String(field.value().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    String address = address(withoutBlanks(value));
    boolean same = address.equalsIgnoreCase(shown.headers().from().get(0).address());
    return same
        ? Domains.parse(address.substring(address.lastIndexOf('@') + 1)).map(Author::new)
        : Optional.empty();
  }

  /** Spaces and tabs only: other white space is invalid in a header. */
  private static String withoutBlanks(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && " \t".indexOf(value.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && " \t".indexOf(value.charAt(end - 1)) >= 0) {
      end--;
    }
    return value.substring(start, end);
  }

  private static long fromLikeLines(HeaderLines header) {
    return header.fields().stream()
        .flatMap(field -> field.raw().lines())
        .filter(line -> FROM_LIKE.matcher(line).matches())
        .count();
  }

  /** The address of a field's value; empty when it is not exactly one. */
  private static String address(String value) {
    Matcher bare = BARE.matcher(value);
    if (bare.matches()) {
      return bare.group(1);
    }
    Matcher named = NAMED.matcher(value);
    return named.matches() ? named.group(1) : "";
  }
}
