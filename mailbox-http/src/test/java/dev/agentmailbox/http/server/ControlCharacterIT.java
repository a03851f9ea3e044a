package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.Problems;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control characters in the strings of a request: in parts of a header, and elsewhere. */
class ControlCharacterIT {
  private static final String BOX = "/v0/inboxes/sender@agents.localhost";

  /** As JSON writes them: line ends, NUL, others of C0 and C1, and the line ends of Unicode. */
  private static final List<String> CONTROLS =
      List.of("\\r\\n", "\\u0000", "\\u001b", "\\u007f", "\\u0085", "\\u2028", "\\u2029");

  private int requests;
  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();

  @BeforeEach
  void open() {
    fixture.mailbox.agent().createInbox("sender");
  }

  private HttpResponse<String> ask(String method, String path, String json) {
    return fixture.send(
        fixture
            .request(path)
            .header("Authorization", "Bearer " + fixture.key)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "key" + ++requests)
            .method(method, BodyPublishers.ofString(json)));
  }

  // spec ErrorCodes.24, Decisions.18
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"subject\":\"a#b\"",
        "\"to\":[\"A#nn <ann@example.com>\"]",
        "\"to\":\"ann#@example.com\"",
        "\"cc\":[\"a#@example.com\"]",
        "\"bcc\":[\"a#@example.com\"]",
        "\"expected_recipients\":[\"a#@example.com\"]",
        "\"headers\":{\"X-Service-Client-Ref\":\"a#b\"}",
        "\"attachments\":[{\"content\":\"\",\"filename\":\"a#b\"}]",
        "\"attachments\":[{\"content\":\"\",\"content_type\":\"a/b#\"}]",
        "\"attachments\":[{\"content\":\"\",\"content_id\":\"a#b\"}]",
      })
  void a_control_character_in_a_part_of_a_header_is_an_invalid_header(String member) {
    String to = member.startsWith("\"to\"") ? "" : ",\"to\":\"ann@example.com\"";
    boolean inDraft = !member.startsWith("\"expected") && !member.startsWith("\"headers");
    for (String control : CONTROLS) {
      String fields = member.replace("#", control);
      Problems.assertProblem(
          422,
          "invalid_header",
          ask("POST", BOX + "/messages/send", "{\"text\":\"x\"," + fields + to + "}"));
      if (inDraft) {
        Problems.assertProblem(
            422, "invalid_header", ask("POST", BOX + "/drafts", "{" + fields + "}"));
      }
    }
  }

  @Test
  void a_display_name_is_a_part_of_a_header() {
    for (String control : CONTROLS) {
      String name = "{\"display_name\":\"a" + control + "b\"}";
      Problems.assertProblem(422, "invalid_header", ask("PATCH", BOX, name));
      Problems.assertProblem(422, "invalid_header", ask("POST", "/v0/inboxes", name));
    }
    assertEquals(200, ask("PATCH", BOX, "{\"display_name\":\"Ann\"}").statusCode());
  }

  @Test
  void the_null_character_elsewhere_is_a_problem_of_its_field() {
    refused("text", BOX + "/messages/send", "{\"to\":\"a@example.com\",\"text\":\"\\u0000\"}");
    refused("html", BOX + "/drafts", "{\"html\":\"a\\u0000\"}");
    refused("labels[0]", BOX + "/drafts", "{\"labels\":[\"a\\u0000\"]}");
    refused("client_id", BOX + "/drafts", "{\"client_id\":\"a\\u0000\"}");
    refused("client_id", "/v0/inboxes", "{\"client_id\":\"a\\u0000\"}");
    refused("metadata", "/v0/inboxes", "{\"metadata\":{\"a\":{\"b\":[\"a\\u0000\"]}}}");
    refused("body", "/v0/inboxes", "{\"metadata\":{\"a\\u0000\":1}}");
    refused("name", "/v0/pods", "{\"name\":\"a\\u0000\"}");
    refused("reason", BOX + "/lists/send/block", "{\"entry\":\"a.b\",\"reason\":\"\\u0000\"}");
    refused("entry", BOX + "/lists/send/block", "{\"entry\":\"a\\u0000.b\"}");
  }

  private void refused(String path, String target, String json) {
    HttpResponse<String> answer = ask("POST", target, json);
    Problems.assertProblem(400, "validation_error", answer);
    assertEquals(path, Problems.paths(answer).get(0), answer.body());
  }
}
