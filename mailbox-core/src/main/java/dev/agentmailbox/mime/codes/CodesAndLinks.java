package dev.agentmailbox.mime.codes;

import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Extracts one-time codes and verification links from a message, for agents waiting for them.
 * Deterministic, in text order; links are not followed. Only the beginning of a long message is
 * searched.
 */
public final class CodesAndLinks {
  /** Most results of each kind. */
  static final int MAX_FOUND = 10;

  /** Characters of the text searched; a page of messages is searched at each read. */
  static final int MAX_TEXT = 32 * 1024;

  /** Characters of the HTML searched. */
  static final int MAX_HTML = 128 * 1024;

  /** Characters of a line searched; the rest is ignored. */
  private static final int MAX_LINE = 2_000;

  private static final int MAX_LINES = 2_000;

  /** Longest text part treated as a mere hint to read the HTML instead. */
  private static final int MAX_EXCUSE = 500;

  private CodesAndLinks() {}

  /**
   * A code.
   *
   * @param code without blanks and hyphens between groups of digits
   * @param text the line that contains it, or the preceding line when the code stands alone
   */
  public record Code(String code, String text) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Code";
    }
  }

  /**
   * A link.
   *
   * @param text the line that contains it
   */
  public record Link(String url, String text) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Link";
    }
  }

  /** The codes in subject and text, at most ten; those of the HTML if a short text has none. */
  public static List<Code> codes(
      @Nullable String subject, @Nullable String text, @Nullable String html) {
    return find(OneTimeCodes::find, OneTimeCodes::mayHaveWord, subject, text, html);
  }

  /** The links in subject and text, at most ten; those of the HTML if a short text has none. */
  public static List<Link> links(
      @Nullable String subject, @Nullable String text, @Nullable String html) {
    return find(VerificationLinks::find, VerificationLinks::mayHave, subject, text, html);
  }

  private static <T> List<T> find(
      Function<List<String>, List<T>> finder,
      Predicate<String> worthReading,
      @Nullable String subject,
      @Nullable String text,
      @Nullable String html) {
    List<T> found = finder.apply(lines(subject, text));
    boolean excuse = text == null || text.length() <= MAX_EXCUSE;
    if (!found.isEmpty() || !excuse || html == null) {
      return found;
    }
    // Character references are only resolved by parsing.
    String start = cut(html, MAX_HTML);
    if (!worthReading.test(start) && start.indexOf('&') < 0) {
      return found;
    }
    try {
      return finder.apply(lines(subject, HtmlText.toText(start)));
    } catch (UnreadableHtmlException over) {
      return found;
    }
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
}
