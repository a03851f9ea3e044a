package dev.agentmailbox.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One-time codes and verification links of a message, for agents that wait for them. Candidates in
 * the order of the text; the same message always gives the same ones. No link is followed.
 */
public record CodesAndLinks(List<Code> codes, List<Link> links) {
  /** There are none. */
  public static final CodesAndLinks NONE = new CodesAndLinks(List.of(), List.of());

  /** Of each kind. */
  static final int MAX_FOUND = 10;

  /** Characters of the text that are looked at. */
  private static final int MAX_TEXT = 256 * 1024;

  /** Characters of a line; what is longer is cut. */
  private static final int MAX_LINE = 2_000;

  private static final int MAX_LINES = 2_000;

  public CodesAndLinks {
    codes = List.copyOf(codes);
    links = List.copyOf(links);
  }

  /**
   * A code.
   *
   * @param code without blanks and hyphens between groups of digits
   * @param text the line it stands in, or the line before when it stands alone
   */
  public record Code(String code, String text) {}

  /**
   * A link.
   *
   * @param text the line it stands in
   */
  public record Link(String url, String text) {}

  /** Looks at subject and text; at the HTML only when they have none. */
  public static CodesAndLinks of(
      @Nullable String subject, @Nullable String text, @Nullable String html) {
    CodesAndLinks found = of(lines(subject, text));
    if (found.equals(NONE) && html != null) {
      return of(lines(subject, HtmlText.toText(html)));
    }
    return found;
  }

  private static CodesAndLinks of(List<String> lines) {
    return new CodesAndLinks(OneTimeCodes.find(lines), VerificationLinks.find(lines));
  }

  private static List<String> lines(@Nullable String subject, @Nullable String text) {
    List<String> lines = new ArrayList<>();
    lines.add(subject == null ? "" : cut(subject, MAX_LINE));
    if (text != null) {
      cut(text, MAX_TEXT)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .limit(MAX_LINES)
          .forEach(line -> lines.add(cut(line, MAX_LINE)));
    }
    return lines;
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "CodesAndLinks[" + codes.size() + ", " + links.size() + "]";
  }
}
