package dev.agentmailbox.service.sending.release;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeVisitor;

/**
 * Walks a parsed document and finds everything a mail client could fetch or follow, in any element:
 * URL attributes, styles, refreshes and scripts. Only references to parts of the mail ({@code
 * cid:}) and fragments ({@code #…}) are not links. Also searches all attribute values for secrets.
 *
 * <p>Values are decoded, with tabs and line breaks removed, as browsers do in URLs (WHATWG URL
 * section 4.4). Iterative.
 */
final class MarkupLinks implements NodeVisitor {
  /** Attributes that contain a URL, without namespace. */
  private static final Set<String> ADDRESSES =
      Set.of(
          "href",
          "src",
          "srcdoc",
          "action",
          "formaction",
          "background",
          "poster",
          "data",
          "cite",
          "longdesc",
          "usemap",
          "manifest",
          "lowsrc",
          "dynsrc",
          "codebase",
          "classid",
          "code");

  /** Attributes that contain several URLs. */
  private static final Set<String> LISTS = Set.of("srcset", "imagesrcset", "ping", "archive");

  /** Elements whose content is text or markup, as the program that shows them likes. */
  private static final Set<String> RAW_TEXT =
      Set.of("xmp", "noembed", "noframes", "noscript", "plaintext", "textarea", "iframe", "title");

  private static final Pattern SEPARATOR = Pattern.compile("[,;]");

  /** Attributes whose value an animation assigns to another attribute. */
  private static final Set<String> ANIMATED = Set.of("to", "from", "by", "values");

  /** Attributes that contain a URL in some elements only. */
  private static final Set<String> PERHAPS = Set.of("content", "value");

  private static final Pattern BREAKS = Pattern.compile("[\\t\\n\\r]+");

  /**
   * Resources fetched by styles; the group is the start of the URL, absent where a style may choose
   * among several.
   */
  private static final Pattern STYLE_ADDRESS =
      Pattern.compile(
          "\\b(?:image-set|image|cross-fade)\\("
              + "|(?:\\b(?:url|src)\\(|@import)[\\s\"']*([^\\s\"')][^\\s\"')]{0,3})",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern STYLE_ESCAPE =
      Pattern.compile(
          "\\\\(?:([0-9a-f]{1,6})(?:\\r\\n|\\s)?|\\r\\n|[\\n\\r\\f]|(.))",
          Pattern.CASE_INSENSITIVE);

  private final List<String> conditional = new ArrayList<>();
  private boolean links;
  private boolean secret;

  private MarkupLinks() {}

  /** Walks a document. */
  static MarkupLinks in(Document document) {
    MarkupLinks found = new MarkupLinks();
    document.traverse(found);
    return found;
  }

  /** Whether there is a link or remote resource. */
  boolean links() {
    return links;
  }

  /** Whether an attribute value contains a secret. */
  boolean secret() {
    return secret;
  }

  /**
   * Raw text elements, and contents of conditional comments ({@code <!--[if mso]>}), which only
   * some clients parse.
   */
  List<String> conditional() {
    return conditional;
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof Element element) {
      look(element);
    } else if (node instanceof Comment comment) {
      String text = comment.getData();
      int end = text.indexOf("]>");
      if (text.stripLeading().startsWith("[if") && end >= 0) {
        conditional.add(text.substring(end + 2));
      }
    }
  }

  private void look(Element element) {
    String name = element.normalName();
    boolean animates = element.hasAttr("attributeName") || element.hasAttr("attributename");
    links = links || isLink(element, name);
    if (RAW_TEXT.contains(name)) {
      conditional.add(element.data() + element.wholeText());
    }
    for (Attribute attribute : element.attributes()) {
      String value = withoutBreaks(attribute.getValue());
      secret = secret || SecretScan.found(value);
      links = links || isLink(localName(attribute), value, animates);
    }
  }

  /** Clients act on scripts, including JSON-LD; a refresh navigates away. */
  private static boolean isLink(Element element, String name) {
    return switch (name) {
      case "script" -> true;
      case "meta" -> element.attr("http-equiv").strip().equalsIgnoreCase("refresh");
      case "style" -> isStyleLink(element.data()) || isStyleLink(element.wholeText());
      default -> false;
    };
  }

  private static String localName(Attribute attribute) {
    String name = attribute.getKey().toLowerCase(Locale.ROOT);
    return name.substring(name.lastIndexOf(':') + 1);
  }

  private static boolean isLink(String name, String value, boolean animates) {
    if (ADDRESSES.contains(name)) {
      return isExternal(value);
    }
    if (LISTS.contains(name) || (animates && ANIMATED.contains(name))) {
      return Arrays.stream(SEPARATOR.split(value)).anyMatch(MarkupLinks::isExternal);
    }
    if (PERHAPS.contains(name)) {
      return TextLinks.found(value);
    }
    return (name.startsWith("on") && !value.isBlank()) || isStyleLink(value);
  }

  /** Whether it points outside the mail: not empty, {@code cid:} or a fragment. */
  private static boolean isExternal(String address) {
    int start = 0;
    while (start < address.length() && address.charAt(start) <= ' ') {
      start++;
    }
    return start < address.length() && !staysInside(address.substring(start));
  }

  private static boolean staysInside(String address) {
    return address.startsWith("#") || address.regionMatches(true, 0, "cid:", 0, "cid:".length());
  }

  private static String withoutBreaks(String value) {
    return BREAKS.matcher(value).replaceAll("");
  }

  private static boolean isStyleLink(String style) {
    if (style.indexOf('(') < 0 && style.indexOf('@') < 0 && style.indexOf('\\') < 0) {
      return false;
    }
    Matcher addresses = STYLE_ADDRESS.matcher(withoutEscapes(style));
    while (addresses.find()) {
      String start = addresses.group(1);
      if (start == null || !staysInside(start)) {
        return true;
      }
    }
    return false;
  }

  /** CSS Syntax section 4.3.7. Comments stay: they cannot occur inside a URL. */
  private static String withoutEscapes(String style) {
    return style.indexOf('\\') < 0
        ? style
        : STYLE_ESCAPE
            .matcher(style)
            .replaceAll(escape -> Matcher.quoteReplacement(character(escape)));
  }

  private static String character(MatchResult escape) {
    String code = escape.group(1);
    if (code != null) {
      int point = Integer.parseInt(code, 16);
      return Character.isValidCodePoint(point) ? Character.toString(point) : "";
    }
    String itself = escape.group(2);
    return itself == null ? "" : itself;
  }
}
