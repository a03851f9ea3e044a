package dev.agentmailbox.http.api.sending;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static dev.agentmailbox.http.Problems.code;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.Deliveries;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The bodies of send, reply, reply-all and forward, field by field, read back from what left. */
class SendFieldsIT {
  private static final String BOX = "/v0/inboxes/writer@agents.localhost";
  private static final String HTML = "<p>Hello <b>there</b></p>";

  @AutoClose private MailboxFixture fixture;
  private Inbox inbox;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    inbox = fixture.mailbox.agent().createInbox("writer");
    fixture.mailbox.agent().createInbox("reader");
    String owner = fixture.signIn(fixture.human(Role.OWNER));
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"allow_bcc\":true}"));
  }

  private JsonNode record(JsonNode result) {
    return ok(fixture.get("/v0/sends/" + text(result, "send_id")));
  }

  private JsonNode copy(JsonNode record) {
    return ok(fixture.get(BOX + "/messages/" + text(record, "message_id")));
  }

  private static List<String> recipients(JsonNode record) {
    return record
        .get("recipients")
        .valueStream()
        .map(one -> text(one, "role") + " " + text(one, "address"))
        .toList();
  }

  // spec SendFields.1, SendFields.2, SendFields.3, SendFields.4, SendFields.5, SendFields.6
  // spec SendFields.7, SendFields.8, SendFields.10, SendFields.11
  @Test
  void a_send_leaves_as_its_fields_say() {
    JsonNode record =
        record(
            ok(
                fixture.post(
                    BOX + "/messages/send",
                    """
                    {"to":["reader@agents.localhost"],"cc":["c@example.com"],
                     "bcc":["b@example.com"],"subject":"Fields","text":"Hello there",
                     "html":"%s","labels":["invoice"],
                     "expected_recipients":["reader@agents.localhost","c@example.com",
                                            "b@example.com"],
                     "headers":{"X-Service-Client-Ref":"order-7"},
                     "attachments":[{"filename":"a.txt","content_type":"text/plain",
                                     "content":"eHh4"}]}\
                    """
                        .formatted(HTML))));
    assertEquals(
        List.of("to reader@agents.localhost", "cc c@example.com", "bcc b@example.com"),
        recipients(record));
    JsonNode copy = copy(record);
    assertEquals("Fields", text(copy, "subject"));
    assertEquals("Hello there", text(copy, "text").strip());
    assertEquals(HTML, text(copy, "html").strip());
    assertEquals("[\"invoice\",\"sent\"]", copy.get("labels").toString());
    JsonNode file = copy.get("attachments").get(0);
    assertEquals("a.txt text/plain", text(file, "filename") + " " + text(file, "content_type"));
    assertEquals(3, file.get("size").intValue());
    JsonNode taken =
        ok(fixture.get("/v0/inboxes/reader@agents.localhost/messages")).get("messages").get(0);
    assertEquals("Fields", text(taken, "subject"));
    assertFalse(taken.get("labels").toString().contains("invoice"), "for the sent copy only");
  }

  // spec SendFields.9
  @Test
  void a_send_with_a_time_waits_for_it_and_no_longer_than_thirty_days() {
    String body = "{\"to\":[\"reader@agents.localhost\"],\"text\":\"x\",\"send_at\":\"%s\"}";
    Instant now = fixture.mailbox.context().now();
    JsonNode waiting =
        ok(fixture.post(BOX + "/messages/send", body.formatted(now.plusSeconds(86_400))));
    assertEquals("scheduled", text(waiting, "status"));
    assertEquals("scheduled", text(record(waiting), "status"));
    HttpResponse<String> late =
        fixture.post(BOX + "/messages/send", body.formatted(now.plusSeconds(31 * 86_400)));
    assertEquals("validation_error", code(late));
  }

  // spec SendEndpoints.2, SendEndpoints.3
  @Test
  void replies_take_the_fields_of_a_reply() {
    String message = text(Deliveries.withFiles(fixture, inbox, 0), "message_id");
    for (String operation : List.of("/reply", "/reply-all")) {
      JsonNode record =
          record(
              ok(
                  fixture.post(
                      BOX + "/messages/" + message + operation,
                      """
                      {"text":"Yes %s","html":"%s","labels":["answered"],
                       "expected_recipients":["bob@example.com"],
                       "attachments":[{"filename":"a.txt","content":"eHh4"}]}\
                      """
                          .formatted(operation, HTML))));
      assertEquals(List.of("to bob@example.com"), recipients(record));
      JsonNode copy = copy(record);
      assertEquals("Re: Order", text(copy, "subject"));
      assertTrue(text(copy, "text").contains("Yes " + operation));
      assertTrue(copy.get("labels").toString().contains("answered"));
      assertEquals("a.txt", text(copy.get("attachments").get(0), "filename"));
      String later = fixture.mailbox.context().now().plusSeconds(3_600).toString();
      JsonNode waiting =
          ok(
              fixture.post(
                  BOX + "/messages/" + message + operation,
                  "{\"text\":\"Later %s\",\"send_at\":\"%s\"}".formatted(operation, later)));
      assertEquals("scheduled", text(waiting, "status"));
    }
  }

  // spec SendEndpoints.4
  @Test
  void a_forward_takes_recipients_a_note_and_labels() {
    String message = text(Deliveries.withFiles(fixture, inbox, 2), "message_id");
    String forward = BOX + "/messages/" + message + "/forward";
    String body =
        """
        {"to":["reader@agents.localhost"],"cc":["c@example.com"],"bcc":["b@example.com"],
         "text":"For you","labels":["passed-on"]}\
        """;
    EnumSet<Permission> all = EnumSet.allOf(Permission.class);
    all.remove(Permission.MESSAGE_SEND);
    String reader = fixture.keyWith(fixture.organization(), all);
    assertEquals("missing_permission", code(fixture.call(reader, "POST", forward, body)));
    JsonNode record = record(ok(fixture.post(forward, body)));
    assertEquals(
        List.of("to reader@agents.localhost", "cc c@example.com", "bcc b@example.com"),
        recipients(record));
    JsonNode copy = copy(record);
    assertEquals("Fwd: Order", text(copy, "subject"));
    assertTrue(text(copy, "text").startsWith("For you"));
    assertTrue(copy.get("labels").toString().contains("passed-on"));
    assertEquals(2, copy.get("attachments").size());
  }

  // spec LabelEndpoints.4, SystemLabels.3, SystemLabels.4
  @Test
  void agents_set_and_clear_unread_important_and_labels_of_their_own() {
    JsonNode item = Deliveries.withFiles(fixture, inbox, 0);
    String message = BOX + "/messages/" + text(item, "message_id");
    assertEquals("[\"received\",\"unread\"]", item.get("labels").toString());
    String thread = BOX + "/threads/" + text(item, "thread_id");
    String batch =
        "{\"message_ids\":[\"" + text(item, "message_id") + "\"],\"remove_labels\":[\"mine\"]}";
    assertEquals(
        "[\"important\",\"mine\",\"received\"]",
        labels(
            "PATCH",
            message,
            "{\"add_labels\":[\"important\",\"mine\"],\"remove_labels\":[\"unread\"]}"));
    assertEquals(
        "[\"mine\",\"received\",\"unread\"]",
        labels("PATCH", thread, "{\"add_labels\":[\"unread\"],\"remove_labels\":[\"important\"]}"));
    JsonNode changed =
        ok(fixture.post(BOX + "/messages/batch-update", batch)).get("updates").get(0);
    assertEquals("[\"received\",\"unread\"]", changed.get("labels").toString());
  }

  private String labels(String method, String path, String body) {
    return ok(fixture.call(fixture.key, method, path, body)).get("labels").toString();
  }
}
