package dev.agentmailbox.http.docs.site;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Reads pages of the repository and renders them for the site: links lead to pages of the site, and
 * what the site does not have is named without a link.
 */
final class PageReader {
  private static final int DESCRIPTION_CHARACTERS = 160;

  /** What programs have in place of the address of a server. */
  private static final String DEFAULT_URL = "http://localhost:8080";

  /** The pages whose programs call the server that shows them. */
  private static final Set<String> OF_CALLERS =
      Set.of(
          "/docs/first-mail.md",
          "/docs/command-line.md",
          "/docs/concepts.md",
          "/docs/receiving.md",
          "/docs/sending.md",
          "/docs/testing.md",
          "/docs/mcp.md",
          "/docs/clients.md");

  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

  private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
  private final SiteFiles files;

  PageReader(SiteFiles files) {
    this.files = files;
  }

  /**
   * Parses a page.
   *
   * @param file its path in the repository
   * @return its document, in which links are those of the site
   */
  Node parse(String file) throws IOException {
    Node document = parser.parse(files.read(file));
    document.accept(new ForTheSite(file));
    return document;
  }

  /** Renders what {@link #parse} returned. */
  static SitePage render(Node document) {
    Anchors anchors = Anchors.of(document);
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      anchors.find(node).ifPresent(anchor -> attributes.put("id", anchor));
                      if (tag.equals("td")) {
                        columnName(node).ifPresent(name -> attributes.put("data-name", name));
                      }
                      if (tag.equals("pre")) {
                        attributes.put("tabindex", "0");
                      }
                    })
            .build();
    // Text is escaped, so that this can be nothing but the beginning or the end of a table.
    String html =
        renderer
            .render(document)
            .replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
            .replace("</table>", "</table></div>");
    return new SitePage(title(document), description(document), sections(document, anchors), html);
  }

  /** What the header of its table calls the column of a cell, which a phone shows beside it. */
  private static Optional<String> columnName(Node cell) {
    Node column =
        cell.getParent().getParent().getParent().getFirstChild().getFirstChild().getFirstChild();
    for (Node left = cell.getPrevious();
        left != null && column != null;
        left = left.getPrevious()) {
      column = column.getNext();
    }
    return Optional.ofNullable(column).map(NodeText::of).filter(name -> !name.isEmpty());
  }

  private static String title(Node document) {
    return children(document, Heading.class).stream()
        .filter(heading -> heading.getLevel() == 1)
        .findFirst()
        .map(NodeText::of)
        .orElse("");
  }

  private static String description(Node document) {
    String text =
        children(document, Paragraph.class).stream().findFirst().map(NodeText::of).orElse("");
    if (text.length() <= DESCRIPTION_CHARACTERS) {
      return text;
    }
    int end = text.lastIndexOf(' ', DESCRIPTION_CHARACTERS);
    return text.substring(0, end < 0 ? DESCRIPTION_CHARACTERS : end) + " …";
  }

  private static List<SitePage.Section> sections(Node document, Anchors anchors) {
    return children(document, Heading.class).stream()
        .filter(heading -> heading.getLevel() == 2)
        .map(
            heading ->
                new SitePage.Section(anchors.find(heading).orElseThrow(), NodeText.of(heading)))
        .toList();
  }

  /** The children of that type, in their order. */
  static <T extends Node> List<T> children(Node parent, Class<T> type) {
    List<T> found = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
      if (type.isInstance(child)) {
        found.add(type.cast(child));
      }
    }
    return found;
  }

  /** Gives links the addresses of the site; takes away comments, which are for the tests. */
  private final class ForTheSite extends AbstractVisitor {
    private final URI file;

    ForTheSite(String file) {
      this.file = URI.create("/" + file);
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      URI target = URI.create(link.getDestination());
      if (target.isAbsolute() || link.getDestination().startsWith("#")) {
        return;
      }
      address(target).ifPresentOrElse(link::setDestination, () -> withoutLink(link));
    }

    @Override
    public void visit(Image image) {
      address(URI.create(image.getDestination())).ifPresent(image::setDestination);
    }

    @Override
    public void visit(FencedCodeBlock code) {
      if (OF_CALLERS.contains(file.getPath())) {
        code.setLiteral(code.getLiteral().replace(DEFAULT_URL, "@BASE@"));
      }
    }

    @Override
    public void visit(HtmlBlock html) {
      html.unlink();
    }

    @Override
    public void visit(HtmlInline html) {
      html.unlink();
    }

    private Optional<String> address(URI target) {
      URI resolved = file.resolve(target);
      String fragment = resolved.getRawFragment() == null ? "" : "#" + resolved.getRawFragment();
      return files.link(resolved.getPath().substring(1)).map(address -> address + fragment);
    }

    private static void withoutLink(Link link) {
      Node child = link.getFirstChild();
      while (child != null) {
        Node next = child.getNext();
        link.insertBefore(child);
        child = next;
      }
      link.unlink();
    }
  }
}
