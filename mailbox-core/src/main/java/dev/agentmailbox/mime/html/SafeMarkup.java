package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.safety.Cleaner;
import org.jsoup.safety.Safelist;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;

/**
 * Sanitized markup of an untrusted document, by allow lists of elements and attributes; the text of
 * other elements is kept.
 *
 * @param html a fragment
 * @param shownText its words, without alternative texts of images
 * @param hiddenText null for none
 */
record SafeMarkup(String html, String shownText, @Nullable String hiddenText) {
  /** Most elements removed and hosts inserted; real newsletters need hundreds. */
  static final int MAX_CHANGES = 2_000;

  private static final Set<String> SHOWN =
      Set.of(
          ("abbr address article aside b bdi big blockquote br caption center cite code col"
                  + " colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3"
                  + " h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp"
                  + " section small span strike strong sub sup table tbody td tfoot th thead"
                  + " time tr tt u ul var wbr")
              .split(" "));

  private static final Safelist SAFE =
      new Safelist()
          .addTags(SHOWN.toArray(String[]::new))
          .addAttributes(
              ":all", "align", "valign", "dir", "lang", "width", "height", SafeStyles.ATTRIBUTE)
          .addAttributes("img", "alt", "src")
          .addAttributes("table", "border", "cellpadding", "cellspacing")
          .addAttributes("td", "colspan", "rowspan")
          .addAttributes("th", "colspan", "rowspan")
          .addAttributes("ol", "reversed", "start", "type")
          .addAttributes("ul", "type")
          .addAttributes("li", "type", "value")
          .addProtocols("img", "src", "data");

  /** Of the root, which is not part of the view. */
  private static final String[] INHERITED = {"dir", "lang"};

  /**
   * Sanitizes a document in place.
   *
   * @param base of relative addresses
   */
  static SafeMarkup of(Document document, String base) {
    return new Maker(document, base).make();
  }

  /** Whether elements of this name are part of the view. */
  static boolean isShown(String name) {
    return SHOWN.contains(name);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SafeMarkup[" + html.length() + " characters]";
  }

  /** Sanitizes one document in place. */
  private static final class Maker implements NodeFilter {
    private final Document document;
    private final String base;
    private final StringBuilder hidden = new StringBuilder();
    private int changes;

    Maker(Document document, String base) {
      this.document = document;
      this.base = base;
    }

    SafeMarkup make() {
      document.select("xmp").forEach(raw -> raw.tagName("pre").text(raw.data()));
      NodeTraversor.filter(this, document);
      NodeTraversor.traverse(new SafeStyles(), document);
      Element body = body();
      String shown = body.text();
      document.select("mark").tagName("span");
      document.select("a[href], area[href]").forEach(link -> mark(link, link.attr("href")));
      document.select("form[action]").forEach(form -> mark(form, form.attr("action")));
      document.select("[formaction]").forEach(button -> mark(button, button.attr("formaction")));
      document.select("img").forEach(Maker::picture);
      document.select("*").forEach(Maker::rename);
      Document clean = new Cleaner(SAFE).clean(document);
      clean.outputSettings().prettyPrint(false);
      return new SafeMarkup(
          BoundedHtml.write(clean.body(), BoundedHtml.MAX_CHARACTERS),
          shown,
          hidden.isEmpty() ? null : hiddenText());
    }

    /** The body with what the head shows, and with the direction and language of the root. */
    private Element body() {
      Element body = document.body();
      List<Node> early = document.head().childNodes();
      if (!early.isEmpty()) {
        body.insertChildren(0, List.copyOf(early));
      }
      Element root = document.firstElementChild();
      Element around = new Element("div");
      String look = body.attr(SafeStyles.ATTRIBUTE);
      if (!look.isEmpty()) {
        around.attr(SafeStyles.ATTRIBUTE, look);
      }
      for (String name : INHERITED) {
        String own = body.attr(name);
        String value = own.isEmpty() && root != null ? root.attr(name) : own;
        if (!value.isEmpty()) {
          around.attr(name, value);
        }
      }
      if (around.attributesSize() > 0) {
        List<Node> all = List.copyOf(body.childNodes());
        body.insertChildren(0, List.of(around));
        around.insertChildren(0, all);
      }
      return body;
    }

    /** Keeps elements without a place in the view apart from what is around them. */
    private static void rename(Element element) {
      String name = element.normalName();
      boolean inline = HtmlElements.isInline(name) && element.attr("style").contains("block");
      String display = inline ? HtmlVisibility.display(element) : "";
      if (display.equals("inline-block")) {
        stripEnds(element);
      }
      if (name.equals("a")) {
        element.tagName("u");
      }
      if (HtmlElements.isRaw(name) && !isShown(name)) {
        element.tagName("pre");
      } else if (display.equals("block") || (isApart(name) && !isShown(name))) {
        element.tagName("div");
      }
    }

    /** White space at the ends of an inline block is not shown. */
    private static void stripEnds(Element element) {
      if (element.closest("pre") == null) {
        stripEnd(element, true);
        stripEnd(element, false);
      }
    }

    /** Strips up to the first word or picture, and returns whether there is one. */
    private static boolean stripEnd(Node node, boolean start) {
      if (node instanceof TextNode text) {
        String whole = text.getWholeText();
        text.text(start ? whole.stripLeading() : whole.stripTrailing());
        return !text.isBlank();
      }
      if (!(node instanceof Element element) || element.childNodeSize() == 0) {
        return node.nameIs("img");
      }
      List<Node> children = element.childNodes();
      for (int i = 0; i < children.size(); i++) {
        if (stripEnd(children.get(start ? i : children.size() - 1 - i), start)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isApart(String name) {
      return !name.equals("body") && (HtmlElements.isBlock(name) || HtmlElements.isParagraph(name));
    }

    private String hiddenText() {
      return Texts.oneLine(hidden.toString(), RenderedMail.MAX_HIDDEN_TEXT);
    }

    @Override
    public FilterResult head(Node node, int depth) {
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (!(node instanceof Element element) || element instanceof Document) {
        return FilterResult.CONTINUE;
      }
      boolean hides = HtmlVisibility.isHidden(element);
      if (hides && !HtmlElements.isBlank(element.text())) {
        change();
        if (hidden.length() <= RenderedMail.MAX_HIDDEN_TEXT) {
          hidden.append(element.text()).append(' ');
        }
        return FilterResult.REMOVE;
      }
      boolean absent = hides && HtmlVisibility.isAbsent(element);
      if (absent || HtmlElements.isWithoutText(element.normalName())) {
        change();
        return FilterResult.REMOVE;
      }
      return FilterResult.CONTINUE;
    }

    /** Bounded, because each makes the parser renumber all later siblings. */
    private void change() {
      if (++changes > MAX_CHANGES) {
        throw UnreadableHtmlException.over("has too many links and hidden parts");
      }
    }

    /** Writes the host of a target beside its element. */
    private void mark(Element element, String address) {
      String host = LinkTarget.of(address, base).host();
      if (host != null) {
        change();
        element.after(mark(host)).after(new TextNode(" "));
      }
    }

    /** The hosts of remote pictures are listed once, apart from the view. */
    private static void picture(Element image) {
      if (!HtmlElements.isEmbedded(image)) {
        String alt = LinkLabel.bounded(image.attr("alt")).strip();
        image.replaceWith(mark("picture" + (alt.isEmpty() ? "" : ": " + alt)));
      }
    }

    /** A {@code mark} element with our text. */
    private static Element mark(String words) {
      return new Element("mark").attr("dir", "ltr").text('[' + words + ']');
    }
  }
}
