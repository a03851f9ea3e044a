package dev.agentmailbox.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.table.Operation;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The service about itself. */
class DocsIT {
  private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  @Test
  void the_reference_has_every_operation_and_an_anchor_for_every_error() {
    for (String path : new String[] {"/docs", "/docs/errors"}) {
      HttpResponse<String> response = fixture.send(fixture.request(path));
      assertEquals(200, response.statusCode());
      String page = response.body();
      for (ErrorCode code : ErrorCode.values()) {
        assertTrue(page.contains("id=\"" + code.wireName() + "\""), code.wireName());
      }
      for (Operation row : fixture.http.table().rows()) {
        assertEquals(row.isDocumented(), page.contains("id=\"" + row.id() + "\""), row.id());
      }
    }
  }

  @Test
  void the_reference_runs_no_scripts() {
    HttpResponse<String> response = fixture.send(fixture.request("/docs"));
    assertFalse(response.body().contains("<script"));
    assertTrue(
        response
            .headers()
            .firstValue("content-security-policy")
            .orElse("")
            .startsWith("default-src 'none'"));
  }

  // spec Versioning.1, Versioning.4
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
  void the_root_leads_to_the_reference() {
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
