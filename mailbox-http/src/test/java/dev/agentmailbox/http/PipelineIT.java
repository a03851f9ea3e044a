package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The way of a request and the order of its refusals (decisions, section 1). */
class PipelineIT {
  private TestServer server = TestServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  private static void assertProblem(int status, String code, HttpResponse<String> response) {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals("application/problem+json", response.headers().firstValue("content-type").get());
    JsonNode problem = TestServer.json(response);
    assertEquals(code, problem.get("code").stringValue());
    assertEquals(status, problem.get("status").intValue());
    assertEquals(
        response.headers().firstValue("x-request-id").get(),
        problem.get("request_id").stringValue());
    assertEquals("http://localhost:8080/docs/errors#" + code, problem.get("type").stringValue());
  }

  private static List<String> paths(HttpResponse<String> response) {
    List<String> paths = new ArrayList<>();
    TestServer.json(response).get("errors").forEach(e -> paths.add(e.get("path").stringValue()));
    return paths;
  }

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

  @Test
  void a_missing_malformed_or_unknown_key_is_unauthorized() {
    assertProblem(401, "unauthorized", TestServer.send(server.request("/v0/things")));
    for (String value :
        List.of("Bearer", "Bearer x", "Basic " + server.key, server.key, "Bearer sk_a_b")) {
      HttpResponse<String> response =
          TestServer.send(server.request("/v0/things").header("Authorization", value));
      assertProblem(401, "unauthorized", response);
      assertEquals("Bearer", response.headers().firstValue("www-authenticate").get());
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
    for (String path : List.of("/v0/things", "/v0/api-keys", "/v0/domains")) {
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
    assertProblem(403, "human_required", server.post("/v0/api-keys?x=1", "[]"));
    assertProblem(401, "unauthorized", TestServer.send(server.request("/v0/agent/codes")));
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

  @Test
  void a_body_that_is_not_json_by_its_type_is_refused_before_it_is_read() {
    for (String type : List.of("text/plain", "application/merge-patch+json", "application/jsonx")) {
      assertProblem(
          415,
          "unsupported_media_type",
          TestServer.send(
              server
                  .keyed("/v0/things")
                  .header("Content-Type", type)
                  .POST(BodyPublishers.ofString("{}"))));
    }
    for (String type : List.of("application/json", "Application/JSON; charset=\"UTF-8\"")) {
      assertEquals(
          200,
          TestServer.send(
                  server
                      .keyed("/v0/things")
                      .header("Content-Type", type)
                      .POST(BodyPublishers.ofString("{\"name\":\"a\"}")))
              .statusCode());
    }
  }

  @Test
  void a_post_without_a_body_is_read_as_an_empty_object() {
    HttpResponse<String> response =
        TestServer.send(server.keyed("/v0/things").POST(BodyPublishers.noBody()));
    assertProblem(400, "validation_error", response);
    assertEquals(List.of("name"), paths(response));
  }

  @Test
  void all_problems_of_a_request_are_listed_at_once() {
    HttpResponse<String> response =
        TestServer.send(
            server
                .jsonPost("/v0/things?y=1", "{\"name\":7,\"z\":true,\"metadata\":null}")
                .header("Idempotency-Key", "white space"));
    assertProblem(400, "validation_error", response);
    assertEquals(
        List.of("name", "z", "metadata", "query.y", "header.Idempotency-Key"), paths(response));
  }

  @Test
  void a_body_that_is_not_a_json_object_is_a_problem_of_the_body() {
    for (String body :
        List.of("{", "[]", "1", "null", "{\"name\":\"a\"} x", "{\"name\":\"a\",\"name\":\"b\"}")) {
      HttpResponse<String> response = server.post("/v0/things", body);
      assertProblem(400, "validation_error", response);
      assertEquals(List.of("body"), paths(response), body);
    }
  }

  @Test
  void query_lists_are_read_in_three_ways() {
    for (String query :
        List.of("labels=a,b", "labels=a&labels=b", "labels=%5B%22a%22%2C%22b%22%5D")) {
      assertEquals(
          "a|b", TestServer.json(server.get("/v0/things?" + query)).get("thing_id").stringValue());
    }
  }

  @Test
  void path_values_are_decoded_once_and_plus_stays() {
    for (String path : List.of("a@b+c", "a%40b+c", "a%40b%2Bc")) {
      assertEquals(
          "a@b+c", TestServer.json(server.get("/v0/things/" + path)).get("thing_id").stringValue());
    }
    assertEquals(
        "%40", TestServer.json(server.get("/v0/things/%2540")).get("thing_id").stringValue());
  }

  @Test
  void an_escaped_slash_belongs_only_into_an_entry() {
    assertProblem(404, "not_found", server.get("/v0/things/a%2Fb"));
    assertEquals(
        "a/b", TestServer.json(server.get("/v0/entries/a%2Fb")).get("thing_id").stringValue());
  }

  @Test
  void absent_null_and_present_are_three_things() {
    for (List<String> pair :
        List.of(
            List.of("{}", "absent"),
            List.of("{\"note\":null}", "null"),
            List.of("{\"note\":\"n\"}", "n"))) {
      HttpResponse<String> response =
          TestServer.send(
              server
                  .keyed("/v0/things/a")
                  .header("Content-Type", "application/json")
                  .method("PATCH", BodyPublishers.ofString(pair.get(0))));
      assertEquals(pair.get(1), TestServer.json(response).get("name").stringValue());
    }
  }

  @Test
  void an_answer_without_content_is_204_and_empty() {
    HttpResponse<String> response = TestServer.send(server.keyed("/v0/things/a").DELETE());
    assertEquals(204, response.statusCode());
    assertEquals("", response.body());
  }

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

  @Test
  void a_fault_says_nothing_of_its_cause() {
    HttpResponse<String> response = server.get("/v0/fail");
    assertProblem(500, "internal_error", response);
    assertFalse(response.body().contains("private"));
  }

  @Test
  void a_retryable_503_says_when() {
    HttpResponse<String> response = server.get("/v0/busy");
    assertProblem(503, "upstream_unavailable", response);
    assertEquals("1", response.headers().firstValue("retry-after").get());
  }

  @Test
  void a_send_needs_its_idempotency_key() {
    HttpResponse<String> response = server.post("/v0/things/a/send", "{}");
    assertProblem(400, "validation_error", response);
    assertEquals(List.of("header.Idempotency-Key"), paths(response));
  }

  @Test
  void a_repeat_with_the_same_key_gets_the_first_answer() {
    HttpResponse<String> first =
        TestServer.send(
            server
                .jsonPost("/v0/things", "{\"name\":\"a\",\"note\":\"n\"}")
                .header("Idempotency-Key", "k1"));
    HttpResponse<String> second =
        TestServer.send(
            server
                .jsonPost("/v0/things", "{ \"note\":\"n\", \"name\":\"a\"}")
                .header("Idempotency-Key", "k1"));
    assertEquals(200, second.statusCode());
    assertEquals(first.body(), second.body());
    assertTrue(first.headers().firstValue("idempotency-replayed").isEmpty());
    assertEquals("true", second.headers().firstValue("idempotency-replayed").get());
    assertEquals(1, server.operations.made.get());
  }

  @Test
  void another_body_with_the_same_key_is_a_conflict() {
    TestServer.send(
        server.jsonPost("/v0/things", "{\"name\":\"a\"}").header("Idempotency-Key", "k1"));
    assertProblem(
        409,
        "idempotency_conflict",
        TestServer.send(
            server.jsonPost("/v0/things", "{\"name\":\"b\"}").header("Idempotency-Key", "k1")));
  }

  @Test
  void a_refused_request_is_tried_afresh() {
    for (int i = 0; i < 2; i++) {
      assertProblem(
          422,
          "send_blocked",
          TestServer.send(
              server
                  .jsonPost("/v0/things", "{\"name\":\"refused\"}")
                  .header("Idempotency-Key", "k1")));
    }
  }

  @Test
  void parallel_repeats_do_the_work_once() {
    List<CompletableFuture<HttpResponse<String>>> calls =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            TestServer.send(
                                server
                                    .jsonPost("/v0/things", "{\"name\":\"a\"}")
                                    .header("Idempotency-Key", "k1"))))
            .toList();
    long firsts =
        calls.stream()
            .map(CompletableFuture::join)
            .peek(response -> assertEquals(200, response.statusCode()))
            .filter(response -> response.headers().firstValue("idempotency-replayed").isEmpty())
            .count();
    assertEquals(1, firsts);
    assertEquals(1, server.operations.made.get());
  }

  @Test
  void a_full_queue_is_answered_503() throws Exception {
    server.close();
    server = TestServer.start(settings -> settings.withLimits(settings.limits().withWorkers(1, 1)));
    CompletableFuture<HttpResponse<String>> running =
        CompletableFuture.supplyAsync(() -> server.get("/v0/slow"));
    assertTrue(server.operations.slowStarted.await(10, java.util.concurrent.TimeUnit.SECONDS));
    List<CompletableFuture<HttpResponse<String>>> more =
        IntStream.range(0, 3)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> server.get("/v0/health")))
            .toList();
    CompletableFuture.anyOf(more.toArray(CompletableFuture[]::new)).join();
    HttpResponse<String> refused =
        more.stream()
            .filter(CompletableFuture::isDone)
            .map(CompletableFuture::join)
            .findFirst()
            .orElseThrow();
    assertProblem(503, "upstream_unavailable", refused);
    server.operations.slowMayEnd.countDown();
    assertEquals(200, running.join().statusCode());
  }

  @Test
  void a_stop_finishes_what_is_running_and_takes_nothing_new() throws Exception {
    CompletableFuture<HttpResponse<String>> running =
        CompletableFuture.supplyAsync(() -> server.get("/v0/slow"));
    assertTrue(server.operations.slowStarted.await(10, java.util.concurrent.TimeUnit.SECONDS));
    CompletableFuture<Void> stopping =
        CompletableFuture.runAsync(() -> server.http.stop(Duration.ofSeconds(10)));
    server.operations.slowMayEnd.countDown();
    assertEquals(200, running.join().statusCode());
    stopping.join();
  }
}
