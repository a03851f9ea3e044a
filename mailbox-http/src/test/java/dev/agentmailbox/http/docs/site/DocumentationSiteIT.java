package dev.agentmailbox.http.docs.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.docs.DocumentationPages;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of the repository as a server shows them. */
class DocumentationSiteIT {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK =
      Pattern.compile("<(a|img|link)[^>]* (?:href|src)=\"([^\"]*)\"");
  private static final Pattern SCRIPT = Pattern.compile("<script[^>]*src=\"([^\"]*)\"");
  private static final Pattern CODE = Pattern.compile("<code.*?</code>", Pattern.DOTALL);
  private static final Pattern ANCHOR = Pattern.compile(" id=\"([^\"]+)\"");
  private static final Pattern DESCRIPTION =
      Pattern.compile("<meta name=\"description\" content=\"([^\"]+)\">");
  private static final Pattern TITLE = Pattern.compile("<title>(.+) - Agent Mailbox</title>");

  private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  private static HttpResponse<String> get(String path) {
    return fixture.send(fixture.request(path));
  }

  private static String page(String path) {
    HttpResponse<String> response = get(path);
    assertEquals(200, response.statusCode(), path);
    return response.body();
  }

  /** What links lead to, by kind of element. */
  private static Stream<MatchResult> links(String html) {
    return LINK.matcher(html).results();
  }

  /** A walk over everything that the index leads to, directly or not. */
  private static final class Walk {
    private final MailboxFixture server;
    private final String index;
    private final Map<String, HttpResponse<String>> found = new HashMap<>();
    private final Set<String> broken = new TreeSet<>();

    Walk(MailboxFixture server) {
      this.server = server;
      index = server.settings().docsPath().isEmpty() ? "/" : server.settings().docsPath();
      Deque<String> left = new ArrayDeque<>(Set.of(index));
      while (!left.isEmpty()) {
        String path = left.pop();
        for (String target : targets(path)) {
          String other = URI.create(target).getPath();
          if (!found.containsKey(other)) {
            left.add(other);
          }
        }
      }
      pages().forEach(this::checkAnchors);
    }

    HttpResponse<String> answer(String path) {
      return Objects.requireNonNull(found.get(path), path);
    }

    private List<String> targets(String path) {
      HttpResponse<String> response =
          found.computeIfAbsent(path, one -> server.send(server.request(one)));
      if (response.statusCode() != 200) {
        broken.add(path + " answers " + response.statusCode());
      }
      return isPage(path) ? localLinks(path) : List.of();
    }

    /** Whether it is a page of the documentation: those have the same frame. */
    private boolean isPage(String path) {
      return answer(path).body().contains("<main id=\"site-text\"");
    }

    Set<String> pages() {
      return found.keySet().stream().filter(this::isPage).collect(Collectors.toSet());
    }

    private List<String> localLinks(String path) {
      return links(answer(path).body())
          .map(link -> link.group(2))
          .filter(target -> !URI.create(target).isAbsolute())
          .map(target -> target.startsWith("#") ? path + target : target)
          .toList();
    }

    private void checkAnchors(String path) {
      for (String link : localLinks(path)) {
        URI target = URI.create(link);
        String page = target.getPath();
        if (target.getFragment() != null
            && ANCHOR
                .matcher(answer(page).body())
                .results()
                .noneMatch(anchor -> anchor.group(1).equals(target.getFragment()))) {
          broken.add(path + " leads to " + link);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/docs", "/help/mail", ""})
  void every_link_leads_to_a_page_and_an_anchor_wherever_the_site_is(String path) {
    try (MailboxFixture server =
        MailboxFixture.start(settings -> at(settings, settings.baseUrl() + path))) {
      Walk walk = new Walk(server);
      assertEquals(Set.of(), walk.broken);
      assertTrue(walk.pages().size() > 50, walk.pages().size() + " pages");
    }
  }

  private static HttpSettings at(HttpSettings settings, String docsUrl) {
    return new HttpSettings(
        settings.host(),
        settings.port(),
        settings.baseUrl(),
        docsUrl,
        settings.serviceName(),
        settings.rates(),
        settings.trustedProxies(),
        settings.limits());
  }

  @Test
  void the_index_leads_to_every_page_of_the_repository() throws IOException {
    Set<String> pages = new Walk(fixture).pages();
    SiteFiles site = new SiteFiles(REPOSITORY);
    try (Stream<Path> files = Files.walk(REPOSITORY.resolve("docs"))) {
      List<String> left =
          files
              .map(file -> REPOSITORY.relativize(file).toString().replace('\\', '/'))
              .filter(file -> file.endsWith(".md"))
              .map(file -> site.address(file).orElseThrow())
              .map(address -> address.isEmpty() ? "/docs" : "/docs/" + address)
              .filter(address -> !pages.contains(address))
              .toList();
      assertEquals(List.of(), left);
    }
  }

  @Test
  void a_page_shows_no_markdown_and_no_comments_and_has_a_title_and_a_description_of_its_own() {
    Walk walk = new Walk(fixture);
    Set<String> titles = new HashSet<>();
    for (String path : walk.pages()) {
      String html = walk.answer(path).body();
      String own = path.equals("/docs") ? "/docs/index.md" : path + ".md";
      assertEquals(
          List.of(own),
          links(html).map(link -> link.group(2)).filter(link -> link.contains(".md")).toList());
      String text = CODE.matcher(html).replaceAll("");
      assertFalse(text.contains("<!--") || text.contains("&lt;!--"), path);
      assertFalse(html.contains("<ul class=\"sections\">\n</ul>"), path);
      assertTrue(DESCRIPTION.matcher(html).find(), path);
      var title = TITLE.matcher(html);
      assertTrue(title.find() && titles.add(title.group(1)), path);
      List<String> anchors = ANCHOR.matcher(html).results().map(anchor -> anchor.group(1)).toList();
      assertEquals(anchors.size(), Set.copyOf(anchors).size(), path);
    }
  }

  @Test
  void the_pages_about_the_inside_are_closed_until_one_of_them_is_read() {
    assertTrue(page("/docs/sending").contains("<details>\n<summary>How it works inside"));
    assertTrue(page("/docs/invariants").contains("<details open>\n<summary>How it works inside"));
  }

  @Test
  void a_page_runs_one_script_and_loads_nothing_from_elsewhere() {
    Walk walk = new Walk(fixture);
    for (String path : walk.pages()) {
      HttpResponse<String> page = walk.answer(path);
      assertEquals(
          DocumentationPages.CONTENT_SECURITY_POLICY,
          page.headers().firstValue("content-security-policy").orElse(""));
      assertFalse(page.body().contains(" style="), path);
      assertEquals(
          List.of("/docs/assets/site.js"),
          SCRIPT
              .matcher(page.body())
              .results()
              .map(script -> script.group(1).replaceAll("/[0-9a-f]{16}/", "/"))
              .toList());
      List<String> loaded =
          links(page.body())
              .filter(link -> !link.group(1).equals("a"))
              .map(link -> link.group(2))
              .filter(target -> !target.startsWith("/docs/") && !target.equals("data:,"))
              .toList();
      assertEquals(List.of(), loaded, path);
    }
  }

  @Test
  void a_style_sheet_is_kept_for_good_and_changes_its_address_with_its_content() {
    List<String> sheets =
        links(page("/docs"))
            .map(link -> link.group(2))
            .filter(target -> target.endsWith(".css"))
            .toList();
    assertEquals(2, sheets.size());
    for (String sheet : sheets) {
      assertTrue(get(sheet).headers().firstValue("cache-control").orElse("").contains("immutable"));
      assertEquals(404, get(sheet.replaceAll("/[0-9a-f]+/", "/0/")).statusCode());
    }
  }

  @Test
  void programs_name_the_server_that_shows_them() {
    String base = fixture.settings().baseUrl();
    assertTrue(page("/docs/first-mail").contains(base + "/v0/inboxes"));
    assertTrue(page("/docs/first-mail.md").contains(base + "/v0/inboxes"));
    assertFalse(page("/docs/first-mail").contains("@BASE@"));
    assertTrue(page("/docs/settings").contains("http://localhost:8080"), "the default");
  }

  @Test
  void the_page_of_errors_has_an_anchor_for_every_code() {
    String page = page("/docs/errors");
    for (ErrorCode code : ErrorCode.values()) {
      assertTrue(page.contains(" id=\"" + code.wireName() + "\""), code.wireName());
    }
  }

  @Test
  void the_navigation_marks_the_page_and_has_its_sections() {
    String page = page("/docs/real-mail");
    assertTrue(page.contains("aria-current=\"page\" href=\"/docs/real-mail\""), page);
    assertTrue(page.contains("<ul class=\"sections\">"), page);
    assertTrue(
        page("/docs/decisions/0001-lists-are-index-ranges")
            .contains("aria-current=\"true\" href=\"/docs/decisions\""));
  }

  @Test
  void pages_are_read_in_the_order_of_the_index() {
    assertFalse(page("/docs").contains("rel=\"prev\""));
    String first = page("/docs/first-mail");
    assertFalse(first.contains("rel=\"prev\""), first);
    assertTrue(first.contains("rel=\"next\" href=\"/docs/concepts\""), first);
    assertTrue(page("/docs/concepts").contains("rel=\"prev\" href=\"/docs/first-mail\""));
  }

  @Test
  void tables_and_code_scroll_by_themselves_and_with_the_keyboard() {
    String page = page("/docs/settings");
    assertTrue(page.contains("<div class=\"wide\" tabindex=\"0\"><table>"), page);
    assertTrue(page("/docs/first-mail").contains("<pre tabindex=\"0\">"));
  }

  @Test
  void a_cell_has_the_name_of_its_column_for_phones() {
    String page = page("/docs/settings");
    assertTrue(page.contains("data-name=\"Default\""), page);
    assertTrue(page.contains("data-name=\"Meaning\""), page);
  }

  @Test
  void a_file_that_the_site_does_not_have_is_named_without_a_link() {
    String page = page("/docs/operations");
    assertTrue(page.contains("<p><code>compose.yaml</code> runs"), page);
  }

  @Test
  void pages_lead_to_the_reference_and_to_the_console() {
    String page = page("/docs");
    assertTrue(page.contains("href=\"/docs/reference\""), page);
    assertTrue(page.contains("href=\"/console\""), page);
  }

  @Test
  void a_server_without_a_console_leads_to_none() {
    try (TestServer server = TestServer.start()) {
      String page = TestServer.send(server.request("/docs").GET()).body();
      assertTrue(page.contains("href=\"/docs/reference\""), page);
      assertFalse(page.contains("href=\"/console\""), page);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs",
        "/docs/concepts",
        "/docs/decisions",
        "/docs/decisions/0001-lists-are-index-ranges"
      })
  void a_trailing_slash_leads_to_the_page(String path) {
    HttpResponse<String> response = get(path + "/");
    assertEquals(308, response.statusCode());
    assertEquals(path, response.headers().firstValue("location").orElse(""));
    page(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/nothing",
        "/docs/README.md",
        "/docs/nothing.md",
        "/docs/docs",
        "/docs/README",
        "/docs/decisions/nothing",
        "/docs/decisions/README",
        "/docs/site/site.css",
        "/docs/pictures/nothing.png",
        "/docs/..%2fsite.css",
        "/docs/nothing/",
        "/docs//",
        "/docs/concepts//",
        "/docs/decisions/nothing/",
        "/docs/pictures/console-approval.png/",
        "/docs/a/b/c"
      })
  void what_is_no_page_is_a_problem(String path) {
    HttpResponse<String> response = get(path);
    assertEquals(404, response.statusCode());
    assertEquals(
        "application/problem+json", response.headers().firstValue("content-type").orElse(""));
  }

  @Test
  void a_browser_that_has_a_page_or_a_picture_is_not_sent_it_again() {
    for (String path : List.of("/docs/concepts", "/docs/pictures/console-approval.png")) {
      String tag = get(path).headers().firstValue("etag").orElseThrow();
      HttpResponse<String> again = fixture.send(fixture.request(path).header("If-None-Match", tag));
      assertEquals(304, again.statusCode());
      assertEquals("", again.body());
    }
  }

  @Test
  void a_head_request_has_the_headers_of_the_page_and_no_body() {
    HttpResponse<String> head =
        fixture.send(fixture.request("/docs/concepts").method("HEAD", BodyPublishers.noBody()));
    assertEquals(200, head.statusCode());
    assertEquals("", head.body());
    assertEquals(
        get("/docs/concepts").headers().firstValue("etag"), head.headers().firstValue("etag"));
  }
}
