package dev.agentmailbox.mime.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeFilter;
import org.jspecify.annotations.Nullable;

/** Renders a document as text. Not thread safe. */
final class HtmlRenderer implements NodeFilter {
  /** In UTF-16 code units. */
  static final int MAX_OUTPUT = 1024 * 1024;

  private static final int MAX_QUOTE_MARKS = 8;

  /** A label longer than its target by more than this is rendered with the target. */
  private static final int MAX_MORE_SHOWN = 64;

  /** Of the items of a list that is not numbered. */
  private static final int NO_NUMBER = Integer.MIN_VALUE;

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,8}");

  private final boolean hiddenOnly;
  private final StringBuilder out = new StringBuilder();
  private final Deque<int[]> lists = new ArrayDeque<>();
  private final Deque<Link> links = new ArrayDeque<>();
  private int images;
  private int hiddenDepth;
  private int quoteDepth;

  /** Lowest quote depth since the last character, used for blank lines. */
  private int blankQuoteDepth;

  private int preDepth;
  private int lineBreaks;
  private boolean space;
  private @Nullable String marker;

  /** An open link: start of its label, and the number of images before. */
  private record Link(int start, int imagesBefore) {}

  HtmlRenderer(boolean hiddenOnly) {
    this.hiddenOnly = hiddenOnly;
  }

  String text() {
    return out.substring(0, Math.min(out.length(), MAX_OUTPUT)).strip();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (out.length() > MAX_OUTPUT) {
      return FilterResult.STOP;
    }
    if (node instanceof Element element) {
      return open(element, element.normalName());
    }
    text(HtmlElements.characters(node));
    return FilterResult.CONTINUE;
  }

  private FilterResult open(Element element, String name) {
    if (HtmlElements.isWithoutText(name)) {
      return FilterResult.SKIP_ENTIRELY;
    }
    if (HtmlVisibility.isHidden(element)) {
      if (!hiddenOnly) {
        return FilterResult.SKIP_ENTIRELY;
      }
      hiddenDepth++;
    }
    breakAround(name);
    preDepth += HtmlElements.isRaw(name) ? 1 : 0;
    switch (name) {
      case "br" -> lineBreak();
      case "hr" -> rule();
      case "img" -> {
        images++;
        text(element.attr("alt"));
      }
      case "blockquote" -> quoteDepth++;
      case "ul" -> lists.push(new int[] {NO_NUMBER});
      case "ol" -> lists.push(new int[] {number(element.attr("start"), 1) - 1});
      case "li" -> marker = listMarker(element);
      case "td", "th" -> cell(element);
      case "a" -> links.push(new Link(out.length(), images));
      default -> {}
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return FilterResult.CONTINUE;
    }
    String name = element.normalName();
    preDepth -= HtmlElements.isRaw(name) ? 1 : 0;
    switch (name) {
      case "ul", "ol" -> lists.pop();
      case "a" -> link(element);
      default -> {}
    }
    breakAround(name);
    if (name.equals("blockquote")) {
      quoteDepth--;
    }
    if (hiddenDepth > 0 && HtmlVisibility.isHidden(element)) {
      hiddenDepth--;
    }
    return FilterResult.CONTINUE;
  }

  /** Ends the line before or after an element that has lines of its own. */
  private void breakAround(String name) {
    if (HtmlElements.isParagraph(name)) {
      breakLine(lists.isEmpty() || name.equals("table") ? 2 : 1);
    } else if (HtmlElements.isBlock(name)) {
      breakLine(1);
    }
  }

  private String listMarker(Element item) {
    int[] list = lists.peek();
    if (list == null || list[0] == NO_NUMBER) {
      return "- ";
    }
    list[0] = number(item.attr("value"), list[0] + 1);
    return list[0] + ". ";
  }

  private static int number(String digits, int otherwise) {
    return NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : otherwise;
  }

  private void cell(Element element) {
    boolean follows = element.previousElementSibling() != null;
    if (follows && lineBreaks == 0 && out.length() > 0) {
      out.append('\t');
      space = false;
    }
  }

  private void rule() {
    text("----------");
    breakLine(1);
  }

  private void link(Element element) {
    Link link = links.pop();
    String href = element.attr("href");
    int at = firstNonBlank(href, 0);
    // The first characters decide whether the rest, which may be long, is examined.
    boolean mail = startsWith(href, at, "mailto:");
    boolean web = startsWith(href, at, "http://") || startsWith(href, at, "https://");
    if ((!web && !mail) || (hiddenOnly && hiddenDepth == 0)) {
      return;
    }
    int start = firstNonBlank(out, Math.min(link.start(), out.length()));
    boolean picture = images > link.imagesBefore();
    if (start == out.length() && !picture) {
      return;
    }
    String target = href.strip();
    if (!isShownFrom(start, target)) {
      space = true;
      text("(" + (mail ? target.substring("mailto:".length()) : target) + ")");
    }
  }

  private boolean isShownFrom(int start, String target) {
    return out.length() - start <= target.length() + MAX_MORE_SHOWN
        && bareTarget(out.substring(start).strip()).equals(bareTarget(target));
  }

  private static int firstNonBlank(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean startsWith(String text, int at, String prefix) {
    return text.regionMatches(true, at, prefix, 0, prefix.length());
  }

  private static String bareTarget(String target) {
    String bare = target.toLowerCase(Locale.ROOT);
    for (String prefix : new String[] {"mailto:", "https://", "http://", "www."}) {
      bare = bare.startsWith(prefix) ? bare.substring(prefix.length()) : bare;
    }
    int query = bare.indexOf('?');
    bare = target.startsWith("mailto:") && query >= 0 ? bare.substring(0, query) : bare;
    return bare.endsWith("/") ? bare.substring(0, bare.length() - 1) : bare;
  }

  private void lineBreak() {
    breaks(lineBreaks + 1);
  }

  private void breakLine(int lines) {
    breaks(Math.max(lineBreaks, lines));
  }

  private void breaks(int lines) {
    blankQuoteDepth = lineBreaks == 0 ? quoteDepth : Math.min(blankQuoteDepth, quoteDepth);
    lineBreaks = out.length() == 0 ? 0 : lines;
    space = false;
  }

  private void text(String text) {
    if (hiddenOnly && hiddenDepth == 0) {
      return;
    }
    for (int i = 0; i < text.length() && out.length() <= MAX_OUTPUT; i++) {
      char c = text.charAt(i);
      if (preDepth > 0 && c == '\n') {
        lineBreak();
      } else if (preDepth > 0 && (c == ' ' || c == '\t')) {
        startLine();
        out.append(c);
      } else if (c == '\u00A0' || Character.isWhitespace(c)) {
        space = true;
      } else {
        character(c);
      }
    }
  }

  private void character(char c) {
    boolean lineStart = lineBreaks > 0 || out.length() == 0;
    startLine();
    if (space && !lineStart && !Character.isWhitespace(out.charAt(out.length() - 1))) {
      out.append(' ');
    }
    space = false;
    out.append(c);
  }

  /** Writes pending line breaks, quote marks and list marker. */
  private void startLine() {
    boolean lineStart = lineBreaks > 0 || out.length() == 0;
    String blankLine = marks(Math.min(quoteDepth, blankQuoteDepth)).stripTrailing();
    for (int i = lineBreaks; i > 0; i--) {
      out.append('\n');
      if (i > 1) {
        out.append(blankLine);
      }
    }
    lineBreaks = 0;
    if (lineStart) {
      out.append(marks(quoteDepth));
    }
    if (marker != null) {
      out.append(marker);
      marker = null;
    }
  }

  private static String marks(int depth) {
    return "> ".repeat(Math.min(depth, MAX_QUOTE_MARKS));
  }
}
