package dev.agentmailbox.http.docs.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.docs.DocumentationPages;
import dev.agentmailbox.http.mcp.McpEndpoint;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.StaticFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What models are given to read: lists of the pages, the pages as Markdown, and the skill. */
class ModelPagesIT {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Pattern LINK = Pattern.compile("]\\((http[^)]+)\\)");
  private static final Pattern TOOL = Pattern.compile("\\| `([a-z_]+)` \\|");
  private static final Pattern OPERATION =
      Pattern.compile("`(GET|POST|PATCH) (/v0/[^`?]+)(?:\\?[^`]*)?`");

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
    HttpResponse<String> response = fixture.send(fixture.request(path));
    assertEquals(200, response.statusCode(), path);
    return response;
  }

  private static Set<String> links(String text) {
    return LINK.matcher(text)
        .results()
        .map(link -> link.group(1))
        .filter(link -> link.startsWith(fixture.settings().docsUrl()))
        .map(link -> URI.create(link).getPath())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void every_link_of_the_list_leads_to_markdown_and_from_there_to_pages_that_exist() {
    Set<String> pages = links(get("/llms.txt").body());
    assertTrue(pages.size() > 25, pages.toString());
    Set<String> further = new TreeSet<>();
    for (String page : pages) {
      HttpResponse<String> response = get(page);
      assertEquals(
          "text/markdown; charset=utf-8", response.headers().firstValue("content-type").orElse(""));
      assertTrue(response.body().startsWith("# "), page);
      assertFalse(response.body().contains("@ROOT@"), page);
      assertFalse(response.body().contains("\n<!--"), page);
      further.addAll(links(response.body()));
    }
    further.removeAll(pages);
    further.forEach(ModelPagesIT::get);
  }

  @Test
  void the_long_file_has_the_pages_for_writers_of_agents_and_not_the_insides() {
    String text = get("/llms-full.txt").body();
    for (String title : List.of("# First mail in five minutes", "# Sending mail", "# Errors")) {
      assertTrue(text.contains("\n" + title + "\n"), title);
    }
    assertFalse(text.contains("\n# Crash matrix\n"));
  }

  private static List<String> tools() {
    HttpResponse<String> response =
        TestServer.send(
            fixture
                .request("/mcp")
                .header("Authorization", "Bearer " + fixture.key)
                .header("Content-Type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")));
    return JSON.readTree(response.body())
        .get("result")
        .get("tools")
        .valueStream()
        .map(tool -> tool.get("name").stringValue())
        .toList();
  }

  @Test
  void the_skill_names_tools_and_operations_that_exist() {
    String skill = get("/skill.md").body();
    List<Operation> rows = fixture.http.table().rows();
    Set<String> paths = rows.stream().map(row -> row.path().text()).collect(Collectors.toSet());
    List<String> named = TOOL.matcher(skill).results().map(tool -> tool.group(1)).toList();
    assertEquals(10, named.size());
    assertTrue(tools().containsAll(named), named.toString());
    List<String> operations =
        OPERATION.matcher(skill).results().map(operation -> operation.group(2)).toList();
    assertTrue(operations.size() >= 10, operations.toString());
    assertTrue(paths.containsAll(operations), operations.toString());
    assertFalse(skill.contains("@BASE@"));
  }

  @Test
  void the_plugins_have_the_version_and_the_skill_of_the_server() throws IOException {
    Path plugins = Path.of("../examples/plugins");
    String version =
        new String(StaticFile.read(McpEndpoint.class, "version.txt"), StandardCharsets.UTF_8)
            .strip();
    for (String file :
        List.of(
            ".claude-plugin/plugin.json",
            ".codex-plugin/plugin.json",
            ".cursor-plugin/plugin.json",
            "server.json")) {
      JsonNode manifest = JSON.readTree(Files.readString(plugins.resolve(file)));
      assertEquals(version, manifest.get("version").stringValue(), file);
      assertTrue(manifest.get("name").stringValue().endsWith("agent-mailbox"), file);
    }
    String skill = Files.readString(plugins.resolve("skills/agent-mailbox/SKILL.md"));
    assertEquals(
        new String(
                StaticFile.read(DocumentationPages.class, "site/skill.md"), StandardCharsets.UTF_8)
            .replace("@BASE@", "http://localhost:8080")
            .replace("@URL@", "http://localhost:8080/docs"),
        skill);
  }
}
