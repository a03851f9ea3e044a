package dev.agentmailbox.http.docs.site;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Puts pages into the frame of the site: head, navigation, the pages before and after. Words
 * between two @ are replaced by the server.
 */
final class SiteRenderer {
  /** Where the link to the pages leads on a phone: to this page among the others. */
  private static final String HERE = " id=\"site-here\"";

  private static final String FRAME =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>%s - Agent Mailbox</title>
      <meta name="description" content="%s">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="@ROOT@/assets/@VERSION@/tokens.css">
      <link rel="stylesheet" href="@ROOT@/assets/@VERSION@/site.css">
      <script type="module" src="@ROOT@/assets/@VERSION@/site.js"></script>
      </head>
      <body>
      <a class="skip" href="#site-text">Skip to content</a>
      <header>
      <a class="brand" href="@INDEX@">Agent Mailbox <span>Documentation</span></a>
      <search class="search" data-root="@ROOT@" data-index="@ROOT@/assets/@VERSION@/search.json"></search>
      <a class="to-pages" href="#site-here">Pages</a>
      <a href="@ROOT@/reference">API reference</a>
      @CONSOLE@</header>
      <main id="site-text" tabindex="-1">
      <article>
      %s<p class="source"><a href="@ROOT@/%s">This page as Markdown</a></p>
      </article>
      %s</main>
      <nav class="side"%s aria-label="Pages">
      %s</nav>
      </body>
      </html>
      """;

  /** The pages that few need, closed until one of them is read. */
  private static final String INSIDE = "How it works inside";

  private final SiteFiles files;
  private final PageReader reader;
  private final Contents contents;
  private final String index;

  /** A renderer, which has read the index. */
  SiteRenderer(SiteFiles files) throws IOException {
    this.files = files;
    reader = new PageReader(files);
    contents = Contents.of(reader.parse(SiteFiles.INDEX));
    index = files.link(SiteFiles.INDEX).orElseThrow();
  }

  /**
   * A whole page.
   *
   * @param file its path in the repository
   */
  String html(String file) throws IOException {
    SitePage page = PageReader.render(reader.parse(file));
    String here = files.link(file).orElseThrow();
    return FRAME.formatted(
        Html.escape(page.title()),
        Html.escape(page.description()),
        page.html(),
        files.markdown(file),
        neighbours(here),
        contents.has(here) ? "" : HERE,
        navigation(here, page.sections()));
  }

  private String neighbours(String here) {
    String links =
        contents.before(here).map(page -> neighbour("prev", "Previous", page)).orElse("")
            + contents.after(here).map(page -> neighbour("next", "Next", page)).orElse("");
    return links.isEmpty()
        ? ""
        : "<nav class=\"near\" aria-label=\"Previous and next page\">\n" + links + "</nav>\n";
  }

  private static String neighbour(String relation, String word, Contents.Entry page) {
    return "<a rel=\"%s\" href=\"%s\"><span>%s</span> %s</a>\n"
        .formatted(relation, page.address(), word, Html.escape(page.name()));
  }

  private String navigation(String here, List<SitePage.Section> sections) {
    StringBuilder html = new StringBuilder();
    boolean listed = here.equals(index) || contents.has(here);
    if (!listed && !sections.isEmpty()) {
      html.append("<h2>On this page</h2>\n").append(list(sections));
    }
    for (Contents.Group group : contents.groups()) {
      boolean closable = group.name().equals(INSIDE);
      boolean open = group.entries().stream().anyMatch(page -> here.startsWith(page.address()));
      html.append(
          closable
              ? (open ? "<details open>" : "<details>") + "\n<summary>" + INSIDE + "</summary>\n"
              : "<h2>" + Html.escape(group.name()) + "</h2>\n");
      html.append("<ul>\n");
      for (Contents.Entry page : group.entries()) {
        boolean current = page.address().equals(here);
        boolean above = here.startsWith(page.address() + "/");
        String mark =
            current ? HERE + " aria-current=\"page\"" : above ? " aria-current=\"true\"" : "";
        html.append("<li>").append(link(mark, page.address(), page.name()));
        if (current && !sections.isEmpty()) {
          html.append(list(sections));
        }
        html.append("</li>\n");
      }
      html.append("</ul>\n").append(closable ? "</details>\n" : "");
    }
    return html.toString();
  }

  private static String list(List<SitePage.Section> sections) {
    return sections.stream()
        .map(one -> "<li>" + link("", "#" + one.anchor(), one.name()) + "</li>\n")
        .collect(Collectors.joining("", "<ul class=\"sections\">\n", "</ul>\n"));
  }

  private static String link(String attributes, String address, String name) {
    return "<a%s href=\"%s\">%s</a>\n".formatted(attributes, address, Html.escape(name));
  }
}
