package dev.agentmailbox.http.server;

import static dev.agentmailbox.http.Problems.assertProblem;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How path, query and body of a request are read. */
class RequestIT {
  @AutoClose private final TestServer server = TestServer.start();

  // spec Conventions.1
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

  // spec Conventions.2, ErrorCodes.1
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
  void the_hint_names_the_parameters_that_are_known() {
    HttpResponse<String> query = server.get("/v0/things?y=1");
    assertTrue(
        TestServer.json(query).get("fix").stringValue().startsWith("Known query parameters: "),
        query.body());
    HttpResponse<String> none = server.get("/v0/health?y=1");
    assertEquals(
        "This operation has no query parameters.", TestServer.json(none).get("fix").stringValue());
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
}
