package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.server.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How targets and bodies are read. */
class RequestTextTest {
  @Test
  void a_path_is_split_first_and_decoded_once() {
    assertEquals(List.of(), RequestTarget.segments("/"));
    assertEquals(List.of("v0", ""), RequestTarget.segments("/v0/"));
    assertEquals(List.of("v0", "a@b+c"), RequestTarget.segments("/v0/a%40b+c"));
    assertEquals(List.of("v0", "a/b"), RequestTarget.segments("/v0/a%2fb"));
    assertEquals(List.of("%40"), RequestTarget.segments("/%2540"));
    assertEquals(List.of("ü"), RequestTarget.segments("/%C3%BC"));
  }

  @Test
  void paths_that_two_readers_could_see_differently_are_refused() {
    for (String path :
        List.of(
            "",
            "v0",
            "*",
            "/a;b",
            "/a%3bb",
            "/a\\b",
            "/a%5Cb",
            "/.",
            "/..",
            "/a/%2e%2E/b",
            "/%00",
            "/%0a",
            "/%7f",
            "/%",
            "/%4",
            "/%zz",
            "/%ff",
            "/%c0%af",
            "/%ed%a0%80")) {
      assertThrows(MailboxException.class, () -> RequestTarget.segments(path), path);
    }
  }

  @Test
  void a_query_keeps_order_and_repetition() {
    assertEquals(
        Map.of("a", List.of("1", "2"), "b", List.of("x y"), "c", List.of("")),
        RequestTarget.parameters("a=1&b=x+y&a=2&c&"));
    assertEquals(Map.of("q", List.of("a=b")), RequestTarget.parameters("q=a=b"));
    assertThrows(MailboxException.class, () -> RequestTarget.parameters("a=%f"));
    assertThrows(MailboxException.class, () -> RequestTarget.parameters("a&".repeat(65)));
  }

  private static void assertBodyRefused(byte[] body) {
    FieldProblems problems = new FieldProblems();
    assertNull(StrictJson.read(body, problems), () -> new String(body, StandardCharsets.UTF_8));
    assertEquals("body", problems.all().get(0).path());
  }

  @Test
  void a_body_is_strict_json() {
    for (String body :
        List.of(
            "",
            " ",
            "{",
            "{}{}",
            "{} x",
            "{\"a\":1,\"a\":2}",
            "{\"a\":{\"b\":1,\"b\":1}}",
            "{a:1}",
            "{'a':1}",
            "[1,]",
            "{\"a\":NaN}",
            "{\"a\":1e999}",
            "{\"a\":-1e999}",
            "{\"a\":9223372036854775808}",
            "{\"a\":01}",
            "{\"a\":\"\\u0000\"}",
            "{\"\\u0000\":1}",
            "{\"a\":\"\\ud800\"}",
            "{\"a\":\"\\udc00\\ud800\"}",
            "/* */{}",
            "\uFEFF{}",
            "{\"a\":\"\t\"}",
            "[".repeat(65) + "]".repeat(65))) {
      assertBodyRefused(body.getBytes(StandardCharsets.UTF_8));
    }
    assertBodyRefused(new byte[] {'"', (byte) 0xff, '"'});
    assertBodyRefused("{}".getBytes(StandardCharsets.UTF_16));
  }

  @Test
  void good_bodies_are_read() {
    for (String body :
        List.of(
            "{}",
            "[]",
            "null",
            "{\"a\":\"\\ud83d\\ude00\"}",
            "{\"a\":1.5e3}",
            "{\"a\":9223372036854775807}",
            "[".repeat(64) + "]".repeat(64))) {
      FieldProblems problems = new FieldProblems();
      assertNotNull(StrictJson.read(body.getBytes(StandardCharsets.UTF_8), problems), body);
    }
  }

  private static String hash(String json) {
    JsonNode node = StrictJson.read(json.getBytes(StandardCharsets.UTF_8), new FieldProblems());
    return StrictJson.canonicalHash(Objects.requireNonNull(node));
  }

  @Test
  void the_hash_of_a_body_does_not_depend_on_how_it_is_written() {
    assertEquals(
        hash("{\"a\":[1,{\"c\":2,\"b\":\"x\"}],\"d\":null}"),
        hash(" { \"d\" : null, \"a\" : [ 1, {\"b\":\"\\u0078\", \"c\":2} ] }"));
    assertNotEquals(hash("{\"a\":[1,2]}"), hash("{\"a\":[2,1]}"));
    assertNotEquals(hash("{\"a\":\"1\"}"), hash("{\"a\":1}"));
  }
}
