package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.RenderedMail.Link;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Collects from an unchanged document what its view ({@link SafeMarkup}) cannot have: targets,
 * hosts that resources are loaded from, and text and values that are seen elsewhere or not at all.
 * Not thread safe.
 */
final class MarkupSurvey implements NodeVisitor {
  /** Attributes with text for readers. */
  private static final Set<String> TEXTS =
      Set.of("abbr alt aria-label label placeholder prompt standby summary title value".split(" "));

  /** Attributes with an address that is neither followed nor loaded by itself, or with markup. */
  private static final Set<String> ADDRESSES =
      Set.of("archive cite classid code codebase longdesc manifest ping srcdoc".split(" "));

  private static final Set<String> ANIMATED = Set.of("by", "from", "to", "values");

  private static final Set<String> FRAMES = Set.of("embed", "frame", "iframe", "object");

  private static final Pattern REFRESH =
      Pattern.compile(
          "^[^;,]{0,40}[;,\\s]\\s{0,9}(?:url\\s{0,9}=)?\\s{0,9}[\"']?(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final String[] LOADED = {
    "src", "background", "poster", "data", "dynsrc", "lowsrc"
  };
  private static final Pattern STYLE_URL =
      Pattern.compile(
          "(?:url\\(|@import)\\s{0,9}[\"']?([^\"')]{1,2048})", Pattern.CASE_INSENSITIVE);

  private final String base;
  private final List<Link> links = new ArrayList<>();
  private final Set<String> linkedHosts = new LinkedHashSet<>();
  private final Set<String> remoteHosts = new LinkedHashSet<>();
  private final Set<String> notShown = new LinkedHashSet<>();
  private int notShownCharacters;
  private boolean whole = true;

  /** The outermost open element without text, and its words. */
  private @Nullable Element without;

  private final StringBuilder words = new StringBuilder();

  private MarkupSurvey(Document document) {
    Element first = document.selectFirst("base[href]");
    this.base = first == null ? "" : first.attr("href");
  }

  /** Walks a document. */
  static MarkupSurvey of(Document document) {
    MarkupSurvey survey = new MarkupSurvey(document);
    document.traverse(survey);
    return survey;
  }

  String base() {
    return base;
  }

  /** In document order; one more than {@link RenderedMail#MAX_LINKS} at most. */
  List<Link> links() {
    return links;
  }

  /** Hosts of all links. */
  Set<String> linkedHosts() {
    return linkedHosts;
  }

  /** Hosts that mail clients would load resources from. */
  Set<String> remoteHosts() {
    return remoteHosts;
  }

  /** Each with the name of its element or attribute. */
  List<String> notShown() {
    return List.copyOf(notShown);
  }

  /** Whether nothing was cut from {@link #notShown()}. */
  boolean isWhole() {
    return whole;
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof Element element && !(node instanceof Document)) {
      String name = element.normalName();
      if (without == null && HtmlElements.isWithoutText(name)) {
        without = element;
      }
      look(element, name);
    } else if (node instanceof Comment comment) {
      conditional(HtmlElements.conditional(comment));
    } else {
      String text = HtmlElements.characters(node);
      Node parent = node.parent();
      boolean sheet = parent != null && parent.normalName().equals("style");
      if (sheet && node instanceof DataNode) {
        styles(text);
      } else if (without != null && words.length() <= RenderedMail.MAX_NOT_SHOWN) {
        words.append(text).append(' ');
      }
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The very element is meant.
  public void tail(Node node, int depth) {
    if (node == without && node instanceof Element element) {
      without = null;
      add(element.normalName(), words.toString());
      words.setLength(0);
    }
  }

  private void look(Element element, String name) {
    if (element.attributesSize() == 0) {
      return;
    }
    boolean animates = element.hasAttr("attributename") || element.hasAttr("attributeName");
    for (Attribute attribute : element.attributes()) {
      String key = HtmlElements.localName(attribute);
      String value = attribute.getValue();
      if (TEXTS.contains(key)) {
        text(element, name, key, value);
      } else if (ADDRESSES.contains(key) || (animates && ANIMATED.contains(key))) {
        add(key, value);
      } else {
        address(element, name, key, value);
      }
    }
    loads(element);
  }

  private void text(Element element, String name, String key, String value) {
    boolean number = name.equals("li") && key.equals("value");
    boolean inMark =
        key.equals("alt")
            && name.equals("img")
            && value.length() <= LinkLabel.MAX_LENGTH
            && without == null
            && !HtmlElements.isEmbedded(element);
    if (!number && !inMark) {
      add(key, value);
    }
  }

  private void address(Element element, String name, String key, String value) {
    switch (key) {
      case "href" -> {
        boolean loaded = name.equals("link") || name.equals("image") || name.equals("base");
        boolean label = name.equals("a") || name.equals("area");
        if (!loaded) {
          link(label ? LinkLabel.of(element) : '(' + name + ')', value);
        }
      }
      case "action" -> link('(' + name + ')', value);
      case "formaction" -> link(LinkLabel.of(element), value);
      case "src", "data" -> {
        if (FRAMES.contains(name)) {
          link('(' + name + ')', value);
        }
      }
      case "content" -> {
        boolean refresh = element.attr("http-equiv").strip().equalsIgnoreCase("refresh");
        Matcher target = REFRESH.matcher(value.strip());
        if (refresh && target.lookingAt()) {
          link('(' + name + ')', target.group(1));
        }
      }
      default -> {}
    }
  }

  /** Records a target. */
  private void link(String label, String address) {
    LinkTarget target = LinkTarget.of(address, base);
    String host = target.host();
    if (host != null) {
      linkedHosts.add(LinkTarget.withoutWww(host));
    }
    if (links.size() <= RenderedMail.MAX_LINKS) {
      boolean other = host != null && LinkLabel.namesAnotherHost(label, host);
      links.add(new Link(label, LinkTarget.bounded(address), host, target.misleads() || other));
    }
  }

  /** Content of conditional comments is shown by some mail clients. */
  private void conditional(String content) {
    boolean only = MarkupFidelity.isMarkupOnly(content);
    if (!only || content.toLowerCase(Locale.ROOT).contains("href")) {
      add("comment", content);
    }
  }

  private void add(String name, String words) {
    if (HtmlElements.isBlank(words)) {
      return;
    }
    int room = RenderedMail.MAX_NOT_SHOWN - notShownCharacters;
    String entry = name + ": " + Texts.oneLine(words, RenderedMail.MAX_NOT_SHOWN + 1).strip();
    whole = whole && (entry.length() <= room || notShown.contains(entry));
    String cut = Texts.oneLine(entry, Math.max(0, room));
    if (!cut.isEmpty() && notShown.add(cut)) {
      notShownCharacters += cut.length();
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
    if (target.isRemote() && target.host() != null && remoteHosts.size() < RenderedMail.MAX_HOSTS) {
      remoteHosts.add(target.host());
    }
  }
}
