package dev.agentmailbox.http.docs.examples;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.memory.SettableClock;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls a server and keeps the first success of every operation, and the first problem document of
 * every error code, as examples of the reference. Not thread safe.
 */
final class Recorder {
  private static final int FIRST_REFUSAL = 400;
  private static final Duration BETWEEN_CALLS = Duration.ofSeconds(3);
  private static final String JSON = "application/json";

  final MailboxFixture fixture;
  final Map<String, ObjectNode> operations = new TreeMap<>();
  final Map<String, JsonNode> problems = new TreeMap<>();
  private final SettableClock clock;
  private final Stable stable = new Stable();

  /** The session of the human who is owner of the organization and operator. */
  private @Nullable String owner;

  private int calls;

  Recorder(MailboxFixture fixture, SettableClock clock) {
    this.fixture = fixture;
    this.clock = clock;
  }

  void signedIn(String cookie) {
    owner = cookie;
  }

  @Nullable String owner() {
    return owner;
  }

  /** A call with the credentials that the operation asks for. */
  JsonNode call(String method, String path, @Nullable String body) {
    AccessRule access = row(method, path).access();
    return switch (access) {
      case PUBLIC, FILE -> open(method, path, body);
      case HUMAN -> human(method, path, body);
      case KEY, BOTH -> ok(with(fixture.key, null, method, path, body));
    };
  }

  JsonNode get(String path) {
    return call("GET", path, null);
  }

  JsonNode post(String path, String body) {
    return call("POST", path, body);
  }

  JsonNode patch(String path, String body) {
    return call("PATCH", path, body);
  }

  void delete(String path) {
    call("DELETE", path, null);
  }

  /** A call of the owner. */
  JsonNode human(String method, String path, @Nullable String body) {
    return ok(with(null, owner, method, path, body));
  }

  /** A call without credentials. */
  JsonNode open(String method, String path, @Nullable String body) {
    return ok(with(null, null, method, path, body));
  }

  /** A call of that human. */
  HttpResponse<String> as(
      @Nullable String cookie, String method, String path, @Nullable String body) {
    return with(null, cookie, method, path, body);
  }

  /** A call that must be refused with that code. */
  void refused(String code, HttpResponse<String> response) {
    JsonNode problem = json(response);
    if (!problem.path("code").asString().equals(code)) {
      throw new AssertionError(code + " expected: " + response.body());
    }
    problem(problem);
  }

  /** Keeps a problem document, unless there is one of its code. */
  void problem(JsonNode problem) {
    problems.putIfAbsent(problem.get("code").stringValue(), stable.copy(problem));
  }

  /** A call with a key, a session or neither; records a success. */
  HttpResponse<String> with(
      @Nullable String key,
      @Nullable String cookie,
      String method,
      String path,
      @Nullable String body) {
    clock.advance(BETWEEN_CALLS);
    HttpRequest.Builder request = fixture.request(path).header("Origin", MailboxFixture.ORIGIN);
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    if (cookie != null) {
      request.header("Cookie", cookie);
    }
    if (method.equals("POST")) {
      request.header("Idempotency-Key", "example-" + calls++);
    }
    if (body != null) {
      request.header("Content-Type", JSON);
    }
    HttpResponse<String> response =
        fixture.send(
            request.method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    Operation row = row(method, path);
    if (response.statusCode() < FIRST_REFUSAL || row.refusal().isPresent()) {
      record(row, path, body, response);
    }
    return response;
  }

  private Operation row(String method, String path) {
    String plain = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
    var match = fixture.http.table().router().find(List.of(plain.substring(1).split("/")));
    Operation row = match == null ? null : match.row(method);
    if (row == null) {
      throw new AssertionError("no operation " + method + " " + path);
    }
    return row;
  }

  private void record(
      Operation row, String path, @Nullable String body, HttpResponse<String> response) {
    if (operations.containsKey(row.id()) || !row.isDocumented()) {
      return;
    }
    ObjectNode example = TestServer.JSON.createObjectNode();
    ObjectNode parameters = TestServer.JSON.createObjectNode();
    parameters(row, path, parameters);
    if (!parameters.isEmpty()) {
      example.set("parameters", parameters);
    }
    if (row.hasBody()) {
      example.set("request", TestServer.JSON.readTree(body == null ? "{}" : body));
    }
    example.put("status", response.statusCode());
    boolean json =
        response.headers().firstValue("content-type").orElse("").matches(".*[/+]json\\b.*")
            && response.statusCode() < FIRST_REFUSAL;
    if (json) {
      example.set("response", shortened(row, TestServer.json(response)));
    }
    operations.put(row.id(), (ObjectNode) stable.copy(example));
  }

  /** The description does not contain itself. */
  private static JsonNode shortened(Operation row, JsonNode answer) {
    return row.id().equals("getOpenApi")
        ? ((ObjectNode) answer).retain("openapi", "servers")
        : answer;
  }

  private static void parameters(Operation row, String path, ObjectNode into) {
    int mark = path.indexOf('?');
    List<String> given = Arrays.asList((mark < 0 ? path : path.substring(0, mark)).split("/"));
    List<String> template = Arrays.asList(row.path().text().split("/"));
    for (int i = 0; i < template.size(); i++) {
      if (template.get(i).startsWith("{")) {
        into.put(template.get(i).replaceAll("[{}]", ""), decoded(given.get(i)));
      }
    }
    if (mark >= 0) {
      for (String pair : path.substring(mark + 1).split("&")) {
        String name = pair.substring(0, pair.indexOf('='));
        String value = decoded(pair.substring(name.length() + 1));
        into.set(name, typed(field(row, name), value));
      }
    }
  }

  private static Field<?> field(Operation row, String name) {
    return row.parameters().stream()
        .filter(one -> one.location() == ParameterLocation.QUERY && one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(row.id() + " has no parameter " + name));
  }

  private static JsonNode typed(Field<?> field, String value) {
    if (field.shape().isRepeatable()) {
      return TestServer.JSON.valueToTree(value.split(","));
    }
    return value.matches("\\d{1,9}|true|false")
        ? TestServer.JSON.readTree(value)
        : TestServer.JSON.valueToTree(value);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The body of a success; null JSON when there is none. */
  static JsonNode ok(HttpResponse<String> response) {
    if (response.statusCode() >= FIRST_REFUSAL) {
      throw new AssertionError(response.request() + " " + response.body());
    }
    return json(response);
  }

  private static JsonNode json(HttpResponse<String> response) {
    String body = response.body();
    return body.startsWith("{") ? TestServer.JSON.readTree(body) : TestServer.JSON.nullNode();
  }
}
