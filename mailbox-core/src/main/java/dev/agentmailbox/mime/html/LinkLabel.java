package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jsoup.select.NodeTraversor;

/** The visible label of a link, and the hosts it names. */
final class LinkLabel {
  /** Longest label kept, in UTF-16 code units. */
  static final int MAX_LENGTH = 200;

  private static final Pattern NAMED_HOST =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}(?:[.。．｡][\\p{L}\\p{N}-]{1,63}){1,10}");
  private static final Pattern TOP_LEVEL = Pattern.compile("(?:\\p{L}{2,63}|xn--[a-z0-9-]{1,59})$");

  /** File extensions that are not top-level domains. */
  private static final Set<String> FILE_ENDS =
      Set.of(
          "css", "csv", "doc", "docx", "eml", "exe", "gif", "htm", "html", "ics", "jpeg", "jpg",
          "js", "json", "odt", "pdf", "php", "png", "ppt", "pptx", "txt", "xls", "xlsx", "xml");

  private LinkLabel() {}

  /** The text of an element on one line, including the alternative texts of images. */
  static String of(Element element) {
    StringBuilder label = new StringBuilder();
    NodeTraversor.filter(
        (node, depth) -> {
          if (node instanceof TextNode text) {
            label.append(bounded(text.getWholeText()));
          } else if (node instanceof Element inside && inside.normalName().equals("img")) {
            label.append(" (picture ").append(bounded(inside.attr("alt"))).append(") ");
          }
          return label.length() > MAX_LENGTH ? FilterResult.STOP : FilterResult.CONTINUE;
        },
        element);
    return Texts.oneLine(label.toString(), MAX_LENGTH).strip();
  }

  static String bounded(String label) {
    return Texts.cut(label, MAX_LENGTH);
  }

  /** Whether the label names a host that is neither this host nor a parent or subdomain of it. */
  static boolean namesAnotherHost(String label, String host) {
    Matcher names = NAMED_HOST.matcher(InvisibleText.removedFrom(bounded(label)));
    while (names.find()) {
      String name = LinkTarget.withoutWww(LinkTarget.ascii(names.group()));
      if (isHost(name) && !isSame(name, LinkTarget.withoutWww(host))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHost(String name) {
    int dot = name.lastIndexOf('.');
    String end = name.substring(dot + 1);
    return dot > 0 && TOP_LEVEL.matcher(end).matches() && !FILE_ENDS.contains(end);
  }

  private static boolean isSame(String name, String host) {
    return name.equals(host) || host.endsWith('.' + name) || name.endsWith('.' + host);
  }
}
