package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.RenderedMail.Link;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.DataNode;
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
 * @param links all links
 * @param remoteHosts hosts that mail clients would load resources from
 * @param hiddenText null for none
 */
record SafeMarkup(
    String html,
    String shownText,
    List<Link> links,
    Set<String> remoteHosts,
    @Nullable String hiddenText) {
  /** Most elements removed and hosts inserted; real newsletters need hundreds. */
  static final int MAX_CHANGES = 2_000;

  private static final Safelist SAFE =
      new Safelist()
          .addTags(
              ("abbr address article aside b bdi big blockquote br caption center cite code col"
                      + " colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3"
                      + " h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp"
                      + " section small span strike strong sub sup table tbody td tfoot th thead"
                      + " time tr tt u ul var wbr")
                  .split(" "))
          .addAttributes(":all", "align", "valign", "dir", "lang", "width", "height")
          .addAttributes("img", "alt", "src")
          .addAttributes("table", "border", "cellpadding", "cellspacing")
          .addAttributes("td", "colspan", "rowspan")
          .addAttributes("th", "colspan", "rowspan")
          .addAttributes("ol", "start")
          .addProtocols("img", "src", "data");

  /** Elements whose content is not visible text. */
  private static final Set<String> WITHOUT_TEXT =
      Set.of(
          ("applet audio canvas embed frame frameset head iframe math noembed noframes noscript"
                  + " object plaintext script select style svg template textarea title video xmp")
              .split(" "));

  /** Inline images of types without active content. */
  private static final Pattern PICTURE =
      Pattern.compile("^data:image/(?:png|jpeg|gif|webp);base64,", Pattern.CASE_INSENSITIVE);

  private static final String[] LOADED = {
    "src", "background", "poster", "data", "dynsrc", "lowsrc"
  };
  private static final Pattern STYLE_URL =
      Pattern.compile(
          "(?:url\\(|@import)\\s{0,9}[\"']?([^\"')]{1,2048})", Pattern.CASE_INSENSITIVE);

  static SafeMarkup of(Document document) {
    return new Maker(document).make();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SafeMarkup[" + links.size() + " links]";
  }

  /** Sanitizes one document in place. */
  private static final class Maker implements NodeFilter {
    private final Document document;
    private final String base;
    private final List<Link> links = new ArrayList<>();
    private final Set<String> remoteHosts = new LinkedHashSet<>();
    private final StringBuilder hidden = new StringBuilder();
    private int changes;

    Maker(Document document) {
      this.document = document;
      Element first = document.selectFirst("base[href]");
      this.base = first == null ? "" : first.attr("href");
    }

    SafeMarkup make() {
      NodeTraversor.filter(this, document);
      String shown = document.body().text();
      document.select("mark").tagName("span");
      document.select("a[href], area[href]").forEach(link -> note(link, link.attr("href")));
      document.select("form[action]").forEach(form -> note(form, form.attr("action")));
      document.select("[formaction]").forEach(button -> note(button, button.attr("formaction")));
      document.select("img").forEach(this::picture);
      Document clean = new Cleaner(SAFE).clean(document);
      clean.outputSettings().prettyPrint(false);
      return new SafeMarkup(
          BoundedHtml.write(clean.body(), BoundedHtml.MAX_CHARACTERS),
          shown,
          links,
          remoteHosts,
          hidden.isEmpty() ? null : hiddenText());
    }

    private String hiddenText() {
      return Texts.oneLine(hidden.toString(), RenderedMail.MAX_HIDDEN_TEXT);
    }

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof DataNode data) {
        Element parent = data.parent();
        styles(parent != null && parent.normalName().equals("style") ? data.getWholeData() : "");
      } else if (node instanceof Element element) {
        loads(element);
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (!(node instanceof Element element) || element instanceof Document) {
        return FilterResult.CONTINUE;
      }
      if (HtmlVisibility.isHidden(element)) {
        change();
        if (hidden.length() <= RenderedMail.MAX_HIDDEN_TEXT) {
          hidden.append(element.text()).append(' ');
        }
        return FilterResult.REMOVE;
      }
      if (WITHOUT_TEXT.contains(element.normalName())) {
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

    private void loads(Element element) {
      for (String name : LOADED) {
        if (element.hasAttr(name)) {
          load(element.attr(name));
        }
      }
      for (String candidate : element.attr("srcset").split(",", RenderedMail.MAX_HOSTS)) {
        load(candidate.strip());
      }
      if (element.normalName().equals("link")) {
        load(element.attr("href"));
      }
      styles(element.attr("style"));
    }

    private void styles(String style) {
      Matcher urls = STYLE_URL.matcher(style);
      while (urls.find()) {
        load(urls.group(1));
      }
    }

    private void load(String address) {
      LinkTarget target = LinkTarget.of(address, base);
      if (target.isRemote()
          && target.host() != null
          && remoteHosts.size() < RenderedMail.MAX_HOSTS) {
        remoteHosts.add(target.host());
      }
    }

    /** Records the target of an element and removes the URL. */
    private void note(Element element, String address) {
      LinkTarget target = LinkTarget.of(address, base);
      String host = target.host();
      boolean form = element.normalName().equals("form");
      String label = form ? "(form)" : LinkLabel.of(element);
      links.add(
          new Link(
              label,
              LinkTarget.bounded(address),
              host,
              target.misleads() || (host != null && LinkLabel.namesAnotherHost(label, host))));
      if (element.normalName().equals("a")) {
        element.tagName("u");
      }
      if (host != null) {
        change();
        element.after(mark(host)).after(new TextNode(" "));
      }
    }

    private void picture(Element image) {
      String source = image.attr("src");
      if (PICTURE.matcher(source).find()) {
        return;
      }
      LinkTarget target = LinkTarget.of(source, base);
      String alt = LinkLabel.bounded(image.attr("alt")).strip();
      String from = target.isRemote() ? " from " + target.host() : "";
      image.replaceWith(mark("picture" + from + (alt.isEmpty() ? "" : ": " + alt)));
    }

    /** A {@code mark} element with our text. */
    private static Element mark(String words) {
      return new Element("mark").attr("dir", "ltr").text('[' + words + ']');
    }
  }
}
