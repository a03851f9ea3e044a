package dev.agentmailbox.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CustomHeadersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "host",
        "Content-Length",
        "content-type",
        "User-Agent",
        "webhook-id",
        "Svix-Signature",
        "connection",
        "Transfer-Encoding",
        "TE",
        "upgrade",
        "",
        "a b",
        "a:b",
        "a\r\nb",
        "\u00e4"
      })
  void a_name_that_is_the_services_own_or_no_token_is_refused(String name) {
    assertEquals(1, CustomHeaders.problems(Map.of(name, "x")).size(), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb: c", "a\nb", "\u0000", "\u00e4", " a", "a "})
  void a_value_that_could_break_the_line_is_refused(String value) {
    assertEquals(1, CustomHeaders.problems(Map.of("x-own", value)).size());
  }

  @Test
  void ordinary_headers_are_taken() {
    assertEquals(
        List.of(), CustomHeaders.problems(Map.of("Authorization", "Bearer a.b=c", "X-Empty", "")));
  }

  @Test
  void there_are_at_most_twenty_of_four_kibibytes_together() {
    Map<String, String> many = new LinkedHashMap<>();
    for (int i = 0; i < CustomHeaders.MAX_HEADERS; i++) {
      many.put("x-" + i, "v");
    }
    assertEquals(List.of(), CustomHeaders.problems(many));
    many.put("x-over", "v");
    assertEquals(1, CustomHeaders.problems(many).size());
    assertEquals(1, CustomHeaders.problems(Map.of("x", "v".repeat(4_096))).size());
    assertEquals(1, CustomHeaders.problems(Map.of("x-a", "1", "X-A", "2")).size());
  }
}
