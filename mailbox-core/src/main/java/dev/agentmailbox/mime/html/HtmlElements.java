package dev.agentmailbox.mime.html;

import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * What elements mean for readers, by their names. The text for agents and the view for humans use
 * these lists, so that neither shows what the other leaves out.
 */
final class HtmlElements {
  /** Inline images of types without active content. */
  static final Pattern PICTURE =
      Pattern.compile("^data:image/(?:png|jpeg|gif|webp);base64,", Pattern.CASE_INSENSITIVE);

  /** Elements whose content mail clients without scripts do not show. */
  private static final Set<String> WITHOUT_TEXT =
      names(
          "applet audio canvas datalist embed frame iframe noembed noframes rp script style"
              + " template title video");

  private static final Set<String> PARAGRAPHS =
      names("blockquote dl h1 h2 h3 h4 h5 h6 listing ol p plaintext pre table ul xmp");

  private static final Set<String> BLOCKS =
      names(
          "address article aside body caption center dd details dialog dir div dt fieldset"
              + " figcaption figure footer form frameset header hgroup hr legend li main marquee"
              + " menu nav noscript optgroup option search section select summary tbody textarea"
              + " thead tr");

  private static final Set<String> RAW = names("listing plaintext pre textarea xmp");

  /** Elements that begin no line of their own, but do with {@code display: block}. */
  private static final Set<String> INLINE =
      names("a abbr b big cite code em font i ins kbd small span strong sub sup u");

  private HtmlElements() {}

  private static Set<String> names(String names) {
    return Set.of(names.split(" "));
  }

  static boolean isWithoutText(String name) {
    return WITHOUT_TEXT.contains(name);
  }

  /** Whether it stands apart from what is around it, with blank lines. */
  static boolean isParagraph(String name) {
    return PARAGRAPHS.contains(name);
  }

  /** Whether it begins and ends a line, without blank lines. */
  static boolean isBlock(String name) {
    return BLOCKS.contains(name);
  }

  static boolean isInline(String name) {
    return INLINE.contains(name);
  }

  /** Whether white space in it is kept. */
  static boolean isRaw(String name) {
    return RAW.contains(name);
  }

  /** The characters of a node itself; data of raw text elements counts. Empty for others. */
  static String characters(Node node) {
    if (node instanceof TextNode text) {
      return text.getWholeText();
    }
    return node instanceof DataNode data ? data.getWholeData() : "";
  }

  /** What a conditional comment, which some mail clients show, has inside; empty for others. */
  static String conditional(Comment comment) {
    String data = comment.getData();
    int end = data.indexOf("]>");
    return end >= 0 && data.stripLeading().startsWith("[if") ? data.substring(end + 2) : "";
  }

  /** Whether nothing of it can be seen: white space and invisible characters only. */
  static boolean isBlank(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean space = c == '\u00A0' || Character.isWhitespace(c);
      if (!space && (Character.isSurrogate(c) || !InvisibleText.isInvisible(c))) {
        return false;
      }
    }
    return true;
  }

  /** The name of an attribute without namespace, in lower case. */
  static String localName(Attribute attribute) {
    String name = attribute.getKey().toLowerCase(java.util.Locale.ROOT);
    return name.substring(name.lastIndexOf(':') + 1);
  }

  /** Whether a picture came within the HTML. */
  static boolean isEmbedded(Element image) {
    return PICTURE.matcher(image.attr("src")).find();
  }
}
