package dev.agentmailbox.server.authentication;

import dev.agentmailbox.mime.read.MimeDefect;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.server.dkim.HeaderLines;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The author of a message. Authentication is worthless when the address checked is not the one
 * displayed, so what is displayed is what is checked, and a From that another reader could read
 * differently proves nothing for anybody: no or several fields, several addresses, a group,
 * comments inside an address.
 *
 * @param domains ASCII, lower case; all that a reader could take for the author's, at most {@link
 *     ParsedMessage#MAX_AUTHOR_DOMAINS} and one
 * @param clear whether every reader sees the same single author
 */
record Author(List<String> domains, boolean clear) {
  /** A line that some mail client could interpret as a From field. */
  private static final Pattern FROM_LIKE = Pattern.compile("(?i)[ \\t]*+from[ \\t]*+(?::.*+)?+");

  private static final int MAX_LENGTH = 1_000;

  static Author of(HeaderLines header, ParsedMessage shown) {
    List<String> domains =
        shown.authorDomains().stream().map(Domains::parse).flatMap(Optional::stream).toList();
    List<HeaderLines.Field> fields = header.named("from");
    boolean clear =
        domains.size() == 1
            && !shown.defects().contains(MimeDefect.UNCLEAR_AUTHOR)
            && header.wellFormed()
            && fields.size() == 1
            && fromLikeLines(header) == 1
            && isPlain(fields.get(0));
    return new Author(domains, clear);
  }

  private static boolean isPlain(HeaderLines.Field field) {
    return field.raw().regionMatches(true, 0, "from:", 0, 5)
        && field.raw().length() <= MAX_LENGTH
        && field.value().chars().allMatch(c -> c >= ' ' || c == '\t');
  }

  private static long fromLikeLines(HeaderLines header) {
    return header.fields().stream()
        .flatMap(field -> field.raw().lines())
        .filter(line -> FROM_LIKE.matcher(line).matches())
        .count();
  }
}
