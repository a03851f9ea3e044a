package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a field may hold at most is accepted, and one more is refused. */
class LimitIT {
  private static final String BOX = "/v0/inboxes/sender@agents.localhost";

  private final MailboxFixture fixture = MailboxFixture.start();

  @AfterEach
  void stop() {
    fixture.close();
  }

  private void assertLimit(String path, int most, String field, IntFunction<String> body) {
    HttpResponse<String> accepted = fixture.post(path, body.apply(most));
    assertEquals(200, accepted.statusCode(), () -> field + ": " + accepted.body());
    HttpResponse<String> refused = fixture.post(path, body.apply(most + 1));
    Problems.assertProblem(400, "validation_error", refused);
    assertTrue(
        Problems.paths(refused).stream().allMatch(name -> name.startsWith(field)), refused.body());
  }

  private static String list(int count, IntFunction<String> text) {
    return IntStream.range(0, count)
        .mapToObj(i -> '"' + text.apply(i) + '"')
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String text(String name, int characters) {
    return "\"" + name + "\":\"" + "x".repeat(characters) + "\"";
  }

  @Test
  void fields_of_a_send() {
    fixture.mailbox.agent().createInbox("sender");
    String check = BOX + "/messages/check";
    String to = "{\"to\":[\"bob@example.com\"],\"text\":\"Hello\",";
    assertLimit(check, 998, "subject", n -> to + text("subject", n) + "}");
    assertLimit(
        check, 255, "headers", n -> to + "\"headers\":{" + text("X-Service-Client-Ref", n) + "}}");
    assertLimit(check, 50, "labels", n -> to + "\"labels\":" + list(n, i -> "l" + i) + "}");
    assertLimit(check, 64, "labels", n -> to + "\"labels\":" + list(1, i -> "l".repeat(n)) + "}");
    assertLimit(
        check,
        50,
        "to",
        n -> "{\"text\":\"Hello\",\"to\":" + list(n, i -> "b" + i + "@example.com") + "}");
    for (String name : new String[] {"filename", "content_id"}) {
      assertLimit(
          check,
          255,
          "attachments",
          n -> to + "\"attachments\":[{\"content\":\"eA==\"," + text(name, n) + "}]}");
    }
  }

  @Test
  void fields_of_inboxes_pods_and_lists() {
    assertLimit("/v0/inboxes", 32, "username", n -> "{" + text("username", n) + "}");
    for (String path : new String[] {"/v0/inboxes", "/v0/pods"}) {
      assertLimit(path, 255, "client_id", n -> "{" + text("client_id", n) + "}");
    }
    assertLimit("/v0/inboxes", 128, "display_name", n -> "{" + text("display_name", n) + "}");
    assertLimit("/v0/pods", 128, "name", n -> "{" + text("name", n) + "}");
    assertLimit(
        "/v0/lists/send/block",
        256,
        "reason",
        n -> "{\"entry\":\"a" + n + "@example.com\"," + text("reason", n) + "}");
  }
}
