package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a field may hold at most is accepted, and one more is refused. */
class LimitIT {
  private static final String BOX = "/v0/inboxes/sender@agents.localhost";

  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();

  private void assertLimit(String path, int most, String field, IntFunction<String> body) {
    assertLimit(most, field, n -> fixture.post(path, body.apply(n)));
  }

  private void assertLimit(int most, String field, IntFunction<HttpResponse<String>> call) {
    HttpResponse<String> accepted = call.apply(most);
    assertEquals(2, accepted.statusCode() / 100, () -> field + ": " + accepted.body());
    HttpResponse<String> refused = call.apply(most + 1);
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

  @Test
  void fields_of_keys_codes_pauses_and_the_waitlist() {
    String owner = fixture.signInByCode("owner@localhost");
    assertLimit(
        128,
        "name",
        n -> fixture.asHuman(owner, "POST", "/v0/api-keys", "{" + text("name", n) + "}"));
    assertLimit(
        280,
        "note",
        n -> fixture.asHuman(owner, "POST", "/v0/agent/codes", "{" + text("note", n) + "}"));
    assertLimit(
        280,
        "reason",
        n ->
            fixture.asHuman(
                owner, "POST", "/v0/organizations/suspend", "{" + text("reason", n) + "}"));
    String waitlist = "{\"use_case\":\"research\",";
    assertLimit("/v0/waitlist", 64, "framework", n -> waitlist + text("framework", n) + "}");
    assertLimit("/v0/waitlist", 280, "note", n -> waitlist + text("note", n) + "}");
  }

  @Test
  void sizes_of_batches_and_of_metadata() {
    fixture.mailbox.agent().createInbox("sender");
    for (String name : new String[] {"batch-get", "batch-update"}) {
      assertLimit(
          BOX + "/messages/" + name,
          name.equals("batch-get") ? 500 : 50,
          "message_ids",
          n ->
              "{\"message_ids\":"
                  + list(n, i -> "msg_" + i)
                  + (name.equals("batch-get") ? "}" : ",\"add_labels\":[\"x\"]}"));
    }
    int around = "{\"k\":\"\"}".length();
    assertLimit(
        "/v0/inboxes", 4_096, "metadata", n -> "{\"metadata\":{" + text("k", n - around) + "}}");
  }

  @Test
  void days_of_usage() {
    LocalDate last = LocalDate.parse("2026-03-31");
    for (String path : new String[] {"/v0/usage", "/v0/metrics/usage"}) {
      assertLimit(
          92,
          "query.from",
          n -> fixture.get(path + "?from=" + last.minusDays(n - 1L) + "&to=" + last));
    }
  }
}
