package dev.agentmailbox.http.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.limit.Rates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The files of the console as a browser gets them. */
class ConsolePagesIT {
  private static final int MAX_FIRST_PAGE_BYTES = 100_000;
  private static final Pattern IMPORT = Pattern.compile("from '\\./([a-z]+\\.js)'");
  private static final Pattern STYLE = Pattern.compile("/([a-z]+\\.css)\"");

  private static final Pattern ASSETS = Pattern.compile("href=\"(assets/[0-9a-f]{16}/)style.css\"");

  @AutoClose private MailboxFixture fixture;

  /** Where the page says its files are. */
  private String assets;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start(settings -> settings.withRates(0, Rates.DEFAULT.perAddress()));
    Matcher link = ASSETS.matcher(get("/console").body());
    assertTrue(link.find());
    assets = "/console/" + link.group(1);
  }

  private HttpResponse<String> get(String path) {
    return TestServer.send(fixture.request(path).GET());
  }

  @Test
  void every_place_of_the_console_is_answered_with_its_page() {
    String page = get("/console").body();
    for (String place : new String[] {"/console/approvals/apr_1", "/console/x/y/z"}) {
      HttpResponse<String> answer = get(place);
      assertEquals(200, answer.statusCode());
      assertEquals(page, answer.body());
    }
    assertTrue(page.contains("<base href=\"/console/\">"));
  }

  @Test
  void a_page_runs_no_script_but_files_of_ours() {
    HttpResponse<String> answer = get("/console");
    String policy = answer.headers().firstValue("content-security-policy").get();
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'"));
    assertFalse(policy.contains("unsafe"));
    assertTrue(policy.contains("frame-ancestors 'none'"));
    assertFalse(
        Pattern.compile("<script(?![^>]* src=)|<style| on[a-z]+=").matcher(answer.body()).find());
  }

  @Test
  void what_the_page_and_its_files_ask_for_is_there_and_all_of_it_is_small_as_sent() {
    String page = get("/console").body();
    int bytes = packed("/console", "gzip").body().length;
    Deque<String> asked = new ArrayDeque<>(List.of("app.js"));
    STYLE.matcher(page).results().map(found -> found.group(1)).forEach(asked::add);
    Set<String> files = new HashSet<>(asked);
    while (!asked.isEmpty()) {
      String file = asked.remove();
      HttpResponse<String> answer = get(assets + file);
      String type = file.endsWith(".css") ? "text/css" : "text/javascript";
      assertEquals(
          type + "; charset=utf-8", answer.headers().firstValue("content-type").get(), file);
      bytes += packed(assets + file, "gzip").body().length;
      IMPORT
          .matcher(answer.body())
          .results()
          .map(found -> found.group(1))
          .filter(files::add)
          .forEach(asked::add);
    }
    assertTrue(files.size() > 30, files.toString());
    assertTrue(bytes < MAX_FIRST_PAGE_BYTES, bytes + " bytes");
    files.stream()
        .filter(file -> file.endsWith(".js") && !file.equals("app.js"))
        .forEach(file -> assertTrue(page.contains(assetName(file)), file + " is not preloaded"));
    assertEquals(404, get(assets + "index.html").statusCode());
    assertEquals(404, get(assets + "other.js").statusCode());
    assertEquals(404, get("/console/assets/0123456789abcdef/app.js").statusCode());
  }

  private String assetName(String file) {
    return "modulepreload\" href=\"" + assets.substring("/console/".length()) + file;
  }

  @Test
  void a_file_is_packed_for_who_takes_that() throws IOException {
    String plain = get(assets + "app.js").body();
    for (String accepted : List.of("gzip, deflate, br", "br;q=1.0, GZIP;q=0.5")) {
      HttpResponse<byte[]> answer = packed(assets + "app.js", accepted);
      assertEquals("gzip", answer.headers().firstValue("content-encoding").get());
      assertTrue(answer.body().length < plain.length() / 2);
      try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
        assertEquals(plain, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    for (String refused : List.of("identity", "br", "gzip;q=0", "gzip;q=0.0, br", "xgzip")) {
      HttpResponse<byte[]> answer = packed(assets + "app.js", refused);
      assertTrue(answer.headers().firstValue("content-encoding").isEmpty(), refused);
      assertEquals("Accept-Encoding", answer.headers().firstValue("vary").get());
      assertEquals(plain, new String(answer.body(), StandardCharsets.UTF_8));
    }
  }

  private HttpResponse<byte[]> packed(String path, String accepted) {
    return TestServer.send(
        fixture.request(path).header("Accept-Encoding", accepted).GET(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void an_office_of_new_browsers_behind_one_address_gets_all_files() {
    int perAddress = Rates.DEFAULT.perAddress();
    for (int i = 0; i <= perAddress; i++) {
      assertEquals(200, get(assets + "api.js").statusCode());
    }
    assertEquals(200, get("/console").statusCode());
  }

  @Test
  void a_browser_that_has_a_file_is_not_sent_it_again() {
    String tag = get(assets + "app.js").headers().firstValue("etag").get();
    HttpResponse<String> again =
        TestServer.send(fixture.request(assets + "app.js").header("If-None-Match", tag).GET());
    assertEquals(304, again.statusCode());
    assertEquals("", again.body());
    assertEquals(
        "public, max-age=31536000, immutable", again.headers().firstValue("cache-control").get());
  }
}
