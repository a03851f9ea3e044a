package dev.agentmailbox.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.StaticFile;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The service about itself. */
class DocsIT {
  @AutoClose private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
  }

  @Test
  void the_reference_loads_its_own_files_and_nothing_from_elsewhere() {
    HttpResponse<String> page = fixture.send(fixture.request("/docs/reference"));
    assertEquals(200, page.statusCode());
    assertTrue(policy(page).startsWith("default-src 'none'; script-src 'self';"));
    assertFalse(policy(page).contains("http"));
    Matcher files = Pattern.compile("(?:src|href)=\"([^\"]*assets[^\"]*)\"").matcher(page.body());
    int found = 0;
    while (files.find()) {
      assertTrue(files.group(1).startsWith("/docs/assets/"), files.group(1));
      HttpResponse<String> file = fixture.send(fixture.request(files.group(1)));
      assertEquals(200, file.statusCode());
      assertTrue(file.headers().firstValue("cache-control").orElse("").contains("immutable"));
      found++;
    }
    assertEquals(2, found); // reference.js and reference.css
    assertEquals(
        404, fixture.send(fixture.request("/docs/assets/x/redoc.standalone.js")).statusCode());
  }

  /** Redoc shows the link of the description under its title. */
  @Test
  void the_reference_leads_to_the_documentation_with_and_without_scripts() {
    JsonNode document = MailboxFixture.json(fixture.send(fixture.request("/v0/openapi.json")));
    JsonNode link = document.get("externalDocs");
    assertEquals("Documentation", link.get("description").stringValue());
    assertEquals("http://localhost:8080/docs", link.get("url").stringValue());
    String page = fixture.send(fixture.request("/docs/reference")).body();
    assertTrue(page.contains("<a href=\"/docs\">"), page);
  }

  @Test
  void the_script_of_the_reference_is_the_published_one() {
    byte[] script = StaticFile.read(DocsIT.class, "redoc/redoc.standalone.js");
    String sum =
        new String(
            StaticFile.read(DocsIT.class, "redoc/redoc.standalone.js.sha256"),
            StandardCharsets.UTF_8);
    assertEquals(sum.substring(0, 64), Sha256.hex(script));
  }

  private static String policy(HttpResponse<String> response) {
    return response.headers().firstValue("content-security-policy").orElse("");
  }

  // spec Versioning.1, Versioning.4, PublicEndpoints.2
  @Test
  void the_description_names_every_documented_operation() {
    JsonNode document = MailboxFixture.json(fixture.send(fixture.request("/v0/openapi.json")));
    assertEquals("3.1.0", document.get("openapi").stringValue());
    assertEquals(
        "http://localhost:8080/v0", document.get("servers").get(0).get("url").stringValue());
    for (Operation row : fixture.http.table().rows()) {
      if (row.isDocumented()) {
        JsonNode path = document.get("paths").get(row.path().text().substring("/v0".length()));
        assertEquals(
            row.id(),
            path.get(row.method().name().toLowerCase(java.util.Locale.ROOT))
                .get("operationId")
                .stringValue());
      }
    }
  }

  @Test
  void the_root_leads_to_the_documentation() {
    HttpResponse<String> response = fixture.send(fixture.request("/"));
    assertEquals(302, response.statusCode());
    assertEquals("http://localhost:8080/docs", response.headers().firstValue("location").get());
  }

  // spec Public.1
  @Test
  void beta_says_how_to_sign_up_in_two_languages() {
    JsonNode beta = MailboxFixture.json(fixture.send(fixture.request("/v0/beta")));
    assertEquals("waitlist", beta.get("signup").stringValue());
    assertEquals("open", beta.get("waitlist").stringValue());
    assertFalse(beta.get("human_message").get("en").stringValue().isEmpty());
    assertFalse(beta.get("human_message").get("zh").stringValue().isEmpty());
  }

  @Test
  void metrics_count_by_operation_and_class_of_status() {
    fixture.send(fixture.request("/v0/health"));
    String text = fixture.send(fixture.request("/metrics")).body();
    assertTrue(
        text.contains("mailbox_http_requests_total{operation=\"getHealth\",status=\"2xx\"}"), text);
  }
}
