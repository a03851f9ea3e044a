package dev.agentmailbox.http.server;

import static dev.agentmailbox.http.Problems.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The way of a request and the order of its refusals (decisions, section 1). */
class PipelineIT {
  @AutoClose private final TestServer server = TestServer.start();

  // spec Conventions.3, ErrorFields.12
  @Test
  void every_answer_carries_a_request_id_of_its_own() {
    String first = server.get("/v0/health").headers().firstValue("x-request-id").orElseThrow();
    String second = server.get("/v0/nothing").headers().firstValue("x-request-id").orElseThrow();
    assertTrue(first.matches("req_[0-9a-z]{16}"), first);
    assertFalse(first.equals(second));
  }

  @Test
  void an_unknown_path_is_not_found_before_the_key_is_looked_at() {
    assertProblem(404, "not_found", TestServer.send(server.request("/v0/nothing")));
    assertProblem(404, "not_found", TestServer.send(server.request("/v0/things/")));
  }

  @Test
  void a_known_path_with_another_method_says_what_it_allows() {
    HttpResponse<String> response =
        TestServer.send(server.request("/v0/things/a").PUT(BodyPublishers.noBody()));
    assertProblem(405, "method_not_allowed", response);
    assertEquals("GET, HEAD, PATCH, DELETE", response.headers().firstValue("allow").get());
  }

  @Test
  void an_unknown_method_is_refused_with_405() {
    HttpResponse<String> response =
        TestServer.send(server.request("/v0/things").method("BREW", BodyPublishers.noBody()));
    assertProblem(405, "method_not_allowed", response);
    assertEquals("GET, HEAD, POST", response.headers().firstValue("allow").get());
  }

  @Test
  void head_follows_get_without_a_body() {
    HttpResponse<String> response =
        TestServer.send(server.request("/v0/health").method("HEAD", BodyPublishers.noBody()));
    assertEquals(200, response.statusCode());
    assertEquals("", response.body());
  }

  // spec Authentication.2, ErrorCodes.3
  @Test
  void a_missing_malformed_or_unknown_key_is_unauthorized() {
    assertProblem(401, "unauthorized", TestServer.send(server.request("/v0/things")));
    for (String value :
        List.of("Bearer", "Bearer x", "Basic " + server.key, server.key, "Bearer sk_a_b")) {
      HttpResponse<String> response =
          TestServer.send(server.request("/v0/things").header("Authorization", value));
      assertProblem(401, "unauthorized", response);
      // Only who sent a key is told that it is wrong (RFC 6750 section 3.1).
      boolean hasKey = value.startsWith("Bearer ");
      assertEquals(
          hasKey ? "Bearer error=\"invalid_token\"" : "Bearer",
          response.headers().firstValue("www-authenticate").get());
    }
  }

  @Test
  void the_word_bearer_is_read_in_any_case() {
    assertEquals(
        200,
        TestServer.send(
                server.request("/v0/things").header("Authorization", "bearer " + server.key))
            .statusCode());
  }

  // spec Authentication.1
  @Test
  void public_operations_never_look_at_the_key() {
    assertEquals(
        200,
        TestServer.send(server.request("/v0/health").header("Authorization", "nonsense"))
            .statusCode());
  }

  @Test
  void an_unclaimed_key_is_told_to_be_claimed_before_anything_else() {
    String unclaimed = server.addKey("key_2", false);
    for (String path : List.of("/v0/things", "/v0/things/a/approve", "/v0/domains")) {
      HttpResponse<String> response =
          TestServer.send(
              server
                  .request(path)
                  .header("Authorization", "Bearer " + unclaimed)
                  .POST(BodyPublishers.ofString("nonsense")));
      assertProblem(403, "claim_required", response);
    }
  }

  @Test
  void a_key_on_a_human_only_operation_hears_so_whatever_it_sends() {
    assertProblem(403, "human_required", server.post("/v0/things/a/approve", "nonsense"));
    assertProblem(403, "human_required", server.post("/v0/things/a/approve?x=1", "[]"));
    assertProblem(
        401,
        "unauthorized",
        TestServer.send(server.request("/v0/things/a/approve").POST(BodyPublishers.noBody())));
  }

  @Test
  void a_human_with_a_session_passes_where_a_key_does_not() {
    HttpResponse<String> response =
        TestServer.send(
            server
                .request("/v0/things/a/approve")
                .header("Cookie", "mailbox_session=human")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"x\"}")));
    assertEquals(200, response.statusCode(), response.body());
  }

  @Test
  void a_cookie_beside_a_key_is_not_looked_at() {
    assertProblem(
        403,
        "human_required",
        TestServer.send(
            server
                .jsonPost("/v0/things/a/approve", "{}")
                .header("Cookie", "mailbox_session=human")));
  }

  // spec Public.6, PublicEndpoints.6, InboxEndpoints.8, EventEndpoints.9, ErrorCodes.30
  @Test
  void what_is_not_offered_says_why() {
    for (List<String> pair :
        List.of(
            List.of("/v0/domains/a/b/c", "not_planned"),
            List.of("/v0/calendar", "phase_2"),
            List.of("/v0/files/x", "phase_2"),
            List.of("/v0/accounts", "phase_2"),
            List.of("/v0/webhooks/polling", "not_planned"))) {
      HttpResponse<String> response = server.get(pair.get(0));
      assertProblem(501, "not_implemented", response);
      assertEquals(pair.get(1), TestServer.json(response).get("reason").stringValue());
    }
    assertProblem(501, "not_implemented", server.post("/v0/inboxes/a@b/authorize", "{\"x\":1}"));
    assertProblem(
        501,
        "not_implemented",
        TestServer.send(server.request("/v0/agent/human").POST(BodyPublishers.noBody())));
    assertProblem(
        501,
        "not_implemented",
        TestServer.send(server.request("/v0/agent/verify").POST(BodyPublishers.noBody())));
  }

  // spec Errors.4, ErrorCodes.29
  @Test
  void a_fault_says_nothing_of_its_cause() {
    HttpResponse<String> response = server.get("/v0/fail");
    assertProblem(500, "internal_error", response);
    assertFalse(response.body().contains("private"));
  }

  // spec Errors.3, ErrorCodes.32
  @Test
  void a_retryable_503_says_when() {
    HttpResponse<String> response = server.get("/v0/busy");
    assertProblem(503, "upstream_unavailable", response);
    assertEquals("1", response.headers().firstValue("retry-after").get());
  }
}
