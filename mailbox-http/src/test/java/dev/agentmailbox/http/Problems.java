package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a refusal says. */
public final class Problems {
  private Problems() {}

  /** The code of a refusal. */
  public static String code(HttpResponse<String> response) {
    return MailboxFixture.json(response).get("code").stringValue();
  }

  /** The places of all problems a request is refused for. */
  public static List<String> paths(HttpResponse<String> response) {
    List<String> paths = new ArrayList<>();
    MailboxFixture.json(response)
        .get("errors")
        .forEach(e -> paths.add(e.get("path").stringValue()));
    return paths;
  }

  /** Asserts that the answer is that refusal and has the form of every refusal. */
  public static void assertProblem(int status, String code, HttpResponse<String> response) {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals("application/problem+json", response.headers().firstValue("content-type").get());
    JsonNode problem = MailboxFixture.json(response);
    assertEquals(code, problem.get("code").stringValue());
    assertEquals(status, problem.get("status").intValue());
    assertEquals(
        response.headers().firstValue("x-request-id").get(),
        problem.get("request_id").stringValue());
    assertEquals("http://localhost:8080/docs/errors#" + code, problem.get("type").stringValue());
  }
}
