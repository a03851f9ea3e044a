package dev.agentmailbox.http.docs.site;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.renderer.markdown.MarkdownRenderer;

/**
 * The pages as Markdown, for models and for people who read in a terminal, and the lists by which
 * models find them (llmstxt.org). {@code @URL@} is the address of the documentation.
 */
final class SiteText {
  /** The group of pages that only who changes the service needs. */
  private static final String INSIDE = "How it works inside";

  private static final String HEAD =
      """
      # Agent Mailbox

      > Email inboxes for software agents, on your own machines: an agent gets an address over an HTTP JSON API or MCP, receives, reads, \
      searches, sends and replies, and a human can stop, read, correct and approve what leaves.

      The API of this server is at @BASE@/v0, its OpenAPI document at @BASE@/v0/openapi.json, its MCP endpoint at @BASE@/mcp. Every page
      below is also at the same address without `.md`, as HTML.
      """;

  /** The address of a page in a link, with its fragment. */
  private static final Pattern PAGE =
      Pattern.compile("@ROOT@/([a-z0-9-]+(?:/[a-z0-9-]+)?)(?=[#)])");

  private final PageReader reader;
  private final Contents contents;
  private final MarkdownRenderer renderer =
      MarkdownRenderer.builder().extensions(List.of(TablesExtension.create())).build();
  private final Map<String, String> pageOfLink = new TreeMap<>();

  SiteText(SiteFiles files) throws IOException {
    reader = new PageReader(files);
    contents = Contents.of(reader.parse(SiteFiles.INDEX));
    for (String page : files.pages()) {
      pageOfLink.put(files.link(page).orElseThrow(), page);
    }
  }

  /**
   * A page.
   *
   * @param file its path in the repository
   */
  String markdown(String file) throws IOException {
    return withAddresses(renderer.render(reader.parse(file)));
  }

  private static String withAddresses(String markdown) {
    return PAGE.matcher(markdown.replace("@ROOT@/reference", "@URL@/reference"))
        .replaceAll("@URL@/$1.md")
        .replace("@ROOT@/", "@URL@/")
        .replace("@INDEX@", "@URL@/index.md");
  }

  /** The pages with what they are about. */
  String list() throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (Contents.Group group : contents.groups()) {
      boolean inside = group.name().equals(INSIDE);
      text.append("\n## ").append(inside ? "Optional" : group.name()).append("\n\n");
      for (Contents.Entry page : group.entries()) {
        String file = pageOfLink.get(page.address());
        if (file != null) {
          String about = PageReader.render(reader.parse(file)).description();
          String link = withAddresses("(" + page.address() + ")");
          text.append("- [" + page.name() + "]" + link + ": " + about + "\n");
        }
      }
    }
    return text.toString();
  }

  /** All pages for people who write agents or run a server, one after the other. */
  String all() throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (Contents.Group group : contents.groups()) {
      for (Contents.Entry page :
          group.name().equals(INSIDE) ? List.<Contents.Entry>of() : group.entries()) {
        String file = pageOfLink.get(page.address());
        if (file != null) {
          text.append("\n---\n\n").append(markdown(file));
        }
      }
    }
    return text.toString();
  }
}
