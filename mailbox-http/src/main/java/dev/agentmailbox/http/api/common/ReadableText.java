package dev.agentmailbox.http.api.common;

import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.InvisibleText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.service.message.MessageView;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of one body of a message for a language model: without characters invisible to a human
 * reader, and bounded in length.
 *
 * @param content the part; empty when the message has no such body
 * @param nextOffset offset of the next part; null at the end
 * @param total length of the whole body in UTF-16 code units
 * @param hidden whether invisible characters or comments were removed
 * @param fromHtml whether the text was converted from HTML because the text part has no content
 */
public record ReadableText(
    String content, @Nullable Long nextOffset, long total, boolean hidden, boolean fromHtml) {
  /** A text part shorter than this, with an HTML part ten times as long, is a placeholder. */
  private static final int STUB_CHARACTERS = 200;

  private static final int STUB_FACTOR = 10;

  /** A representation of the body. */
  public enum Format {
    NEW,
    TEXT,
    HTML,
    HEADERS;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static ReadableText of(MessageView view, Format format, long offset, int maxCharacters) {
    String text = view.body().text();
    String html = view.body().html();
    boolean fromHtml = false;
    String whole =
        switch (format) {
          case NEW -> orEmpty(view.body().extractedText());
          case TEXT -> orEmpty(text);
          case HTML -> withoutComments(orEmpty(html));
          case HEADERS -> lines(view.body().headers());
        };
    if (format == Format.TEXT && html != null && whole.length() < STUB_CHARACTERS) {
      String made = read(html, HtmlText::toText, whole);
      fromHtml = made.length() > STUB_FACTOR * whole.length();
      whole = fromHtml ? made : whole;
    }
    String clean = InvisibleText.removedFrom(whole);
    boolean hidden = clean.length() < whole.length() || (html != null && hides(html));
    return cut(clean, offset, maxCharacters, hidden, fromHtml);
  }

  /** Unparseable HTML yields no text. */
  private static boolean hides(String html) {
    return read(html, made -> !HtmlText.hiddenText(made).isBlank(), true);
  }

  private static <T> T read(String html, Function<String, T> use, T unreadable) {
    try {
      return use.apply(html);
    } catch (UnreadableHtmlException over) {
      return unreadable;
    }
  }

  private static ReadableText cut(
      String text, long offset, int maxCharacters, boolean hidden, boolean fromHtml) {
    int from = (int) Math.min(offset, text.length());
    int to = Math.min(text.length(), from + maxCharacters);
    if (to < text.length() && to > from && Character.isHighSurrogate(text.charAt(to - 1))) {
      to = to - 1 > from ? to - 1 : to + 1;
    }
    Long next = to < text.length() ? Long.valueOf(to) : null;
    return new ReadableText(text.substring(from, to), next, text.length(), hidden, fromHtml);
  }

  private static String withoutComments(String html) {
    StringBuilder out = new StringBuilder(html.length());
    int at = 0;
    while (true) {
      int start = html.indexOf("<!--", at);
      if (start < 0) {
        return out.append(html, at, html.length()).toString();
      }
      out.append(html, at, start);
      int end = html.indexOf("-->", start + 4);
      if (end < 0) {
        return out.toString();
      }
      at = end + 3;
    }
  }

  private static String lines(Map<String, String> headers) {
    StringBuilder text = new StringBuilder();
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.toString();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ReadableText[" + total + "]";
  }
}
