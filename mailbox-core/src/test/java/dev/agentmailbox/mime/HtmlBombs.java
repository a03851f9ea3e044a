package dev.agentmailbox.mime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** HTML whose tree, text or output is far larger than itself, and HTML that is only odd. */
public final class HtmlBombs {
  private HtmlBombs() {}

  /** By what they do, each at most about {@code size} UTF-16 units. */
  public static Map<String, String> all(int size) {
    Map<String, String> bombs = new LinkedHashMap<>();
    bombs.put("a quote and a link opened again in every paragraph", quotedLink(size));
    bombs.put(
        "a long link opened again in every paragraph",
        "<p><a href=\"" + "A".repeat(size / 2) + "\">" + repeat("<p>a", size / 2));
    bombs.put(
        "twelve elements opened again in every paragraph",
        "<p>" + formatting(12, 1) + "x" + repeat("<p>x", size));
    bombs.put(
        "twelve elements of sixty attributes opened again",
        "<p>" + formatting(12, 60) + "x" + repeat("<p>x", size));
    bombs.put(
        "twelve elements of two hundred attributes opened again",
        "<p>" + formatting(12, 200) + repeat("<p>x", size));
    bombs.put("cells", formatting(12, 5) + "<table>" + repeat("<td>x", size));
    bombs.put("foster parents", "<table>" + formatting(12, 5) + repeat("x<tr>", size));
    bombs.put("nested tables", formatting(12, 5) + repeat("<table><tr><td>x", size));
    bombs.put("adoption", repeat("<b i=1><p>x</b>", size));
    bombs.put("adoption by one end tag", repeat("<a><div><div><div><div>x</a>", size));
    bombs.put("adoption of attributes", formatting(1, 500) + repeat("<div></b>", size));
    bombs.put("no breaks", repeat("<nobr><i a=b>", size));
    bombs.put("selects", "<b>" + repeat("<select><option>x", size));
    bombs.put("templates", repeat("<template><b a=b>", size));
    bombs.put("pictures", repeat("<svg><foreignObject><b><p>x", size));
    bombs.put("formulas", repeat("<math><mtext><b><p>x", size));
    bombs.put("forms and buttons", formatting(8, 3) + repeat("<form><button>x", size));
    bombs.put("captions", formatting(8, 3) + repeat("<table><caption>x", size));
    bombs.put("attributes", "<p " + repeat("a=b ", size) + ">x");
    bombs.put(
        "attributes of different names",
        "<p"
            + IntStream.range(0, size / 9).mapToObj(i -> " a" + i).collect(Collectors.joining())
            + ">x");
    bombs.put("comments", repeat("<!>x", size));
    bombs.put("a comment without end", "<!--" + repeat("<b>", size));
    bombs.put("plain text", "<b><plaintext>" + repeat("<p>", size));
    bombs.put("references", repeat("&CounterClockwiseContourIntegral;", size));
    bombs.put("references without end", repeat("&notit", size));
    bombs.put("deep nesting", repeat("<div>", size));
    bombs.put("deep quotes", repeat("<blockquote class=gmail_quote>x", size));
    bombs.put("quotes beside each other", repeat("<i class=gmail_quote></i>", size));
    bombs.put("style", "<style>" + repeat(".a{display:none}", size) + "</style>x");
    bombs.put("styles", repeat("<style>a{</style>", size));
    bombs.put("style of an element", "<p style='" + repeat("a:b;", size) + "'>x");
    bombs.put("lines", "<blockquote>" + repeat("<br>", size) + "x");
    bombs.put("lists", repeat("<ul><li>x", size));
    bombs.put("definitions", formatting(12, 1) + repeat("<dt>x<dd>", size));
    bombs.put("brackets", repeat("<", size));
    bombs.put("text", repeat("x", size));
    bombs.put("nested links", repeat("<a href=https://x.test><table><td>x", size));
    return bombs;
  }

  /** Those that are over a limit whatever reads them. */
  public static List<String> reopening(int size) {
    Map<String, String> bombs = all(size);
    return List.of(
        quotedLink(40_000),
        quotedLink(size),
        bombs.getOrDefault("twelve elements opened again in every paragraph", ""),
        bombs.getOrDefault("twelve elements of sixty attributes opened again", ""),
        bombs.getOrDefault("twelve elements of two hundred attributes opened again", ""));
  }

  /** The first row of those that were tried on a server: 40 kB that wanted gigabytes. */
  public static String quotedLink(int size) {
    return "hello<div class=gmail_quote>q</div><p><a href=\""
        + "A".repeat(size / 2)
        + "\">"
        + repeat("<p>a", size / 2);
  }

  private static String formatting(int elements, int attributes) {
    return IntStream.range(0, elements)
        .mapToObj(
            i ->
                "<b i="
                    + i
                    + IntStream.range(1, attributes)
                        .mapToObj(a -> " a" + a)
                        .collect(Collectors.joining())
                    + ">")
        .collect(Collectors.joining());
  }

  private static String repeat(String piece, int size) {
    return piece.repeat(size / piece.length());
  }
}
