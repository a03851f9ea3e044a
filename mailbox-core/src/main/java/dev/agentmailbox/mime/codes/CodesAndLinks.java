package dev.agentmailbox.mime.codes;

import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.Extracted.Code;
import dev.agentmailbox.message.Extracted.Link;
import dev.agentmailbox.mime.Texts;
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
  /** Characters of the text searched. */
  static final int MAX_TEXT = 32 * 1024;

  /** Characters of the HTML searched. */
  static final int MAX_HTML = 128 * 1024;

  /** Characters of a line searched; the rest is ignored. */
  private static final int MAX_LINE = 2_000;

  private static final int MAX_LINES = 2_000;

  private static final Kind<Code> CODES =
      new Kind<>(OneTimeCodes::find, CodeText::hasDigit, CodeWords::mayBeIn);

  private static final Kind<Link> LINKS =
      new Kind<>(VerificationLinks::find, VerificationLinks::mayHave, VerificationLinks::mayBeIn);

  private CodesAndLinks() {}

  /**
   * What is searched for. The predicates are cheap and have no false negatives.
   *
   * @param mayBeIn whether a text may have one
   * @param mayBeInHtml whether HTML without character references may have one
   */
  private record Kind<T>(
      Function<List<String>, List<T>> finder,
      Predicate<String> mayBeIn,
      Predicate<String> mayBeInHtml) {
    List<T> find(@Nullable String subject, @Nullable String text) {
      boolean mayHave =
          (subject != null && mayBeIn.test(subject)) || (text != null && mayBeIn.test(text));
      return mayHave ? finder.apply(lines(subject, text)) : List.of();
    }
  }

  /** The codes and links in a message. */
  public static Extracted in(
      @Nullable String subject, @Nullable String text, @Nullable String html) {
    Html body = html == null ? null : new Html(html);
    return new Extracted(find(CODES, subject, text, body), find(LINKS, subject, text, body));
  }

  /** The codes in subject and text, at most ten; those of the HTML if there are none. */
  public static List<Code> codes(
      @Nullable String subject, @Nullable String text, @Nullable String html) {
    return in(subject, text, html).codes();
  }

  /** The links in subject and text, at most ten; those of the HTML if there are none. */
  public static List<Link> links(
      @Nullable String subject, @Nullable String text, @Nullable String html) {
    return in(subject, text, html).links();
  }

  /** The start of the HTML, rendered once when it is asked for. */
  private static final class Html {
    private final String start;
    private @Nullable String text;

    Html(String html) {
      start = Texts.cut(html, MAX_HTML);
    }

    String text() throws UnreadableHtmlException {
      if (text == null) {
        text = HtmlText.toText(start);
      }
      return text;
    }
  }

  private static <T> List<T> find(
      Kind<T> kind, @Nullable String subject, @Nullable String text, @Nullable Html html) {
    List<T> found = kind.find(subject, text);
    if (!found.isEmpty() || html == null) {
      return found;
    }
    if (!kind.mayBeInHtml.test(html.start) && !CharacterReferences.mayHideIn(html.start)) {
      return found;
    }
    try {
      return kind.find(subject, html.text());
    } catch (UnreadableHtmlException over) {
      return found;
    }
  }

  /** The subject and the lines of the text that are not blank, stripped. */
  private static List<String> lines(@Nullable String subject, @Nullable String text) {
    List<String> lines = new ArrayList<>();
    lines.add(subject == null ? "" : Texts.cut(subject, MAX_LINE));
    String searched = text == null ? "" : Texts.cut(text, MAX_TEXT).replace('\r', '\n');
    int start = 0;
    while (start < searched.length() && lines.size() <= MAX_LINES) {
      int end = searched.indexOf('\n', start);
      int stop = end < 0 ? searched.length() : end;
      String line = searched.substring(start, stop).strip();
      if (!line.isEmpty()) {
        lines.add(Texts.cut(line, MAX_LINE));
      }
      start = stop + 1;
    }
    return lines;
  }
}
