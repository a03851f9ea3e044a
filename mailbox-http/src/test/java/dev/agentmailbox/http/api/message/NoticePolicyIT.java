package dev.agentmailbox.http.api.message;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoticePolicyIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";

  @AutoClose private MailboxFixture fixture;
  private String owner;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    owner = fixture.signIn(fixture.human(Role.OWNER));
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
  }

  private static String paths(HttpResponse<String> response) {
    List<String> paths = new ArrayList<>();
    MailboxFixture.json(response).get("errors").forEach(e -> paths.add(text(e, "path")));
    return response.statusCode() + " " + paths;
  }

  // approval_notices is replaced as a whole, inherited as a whole, and refused field by field.
  @Test
  void a_policy_says_how_people_are_notified() {
    String usual = "{\"content\":true,\"reminder_hours\":24,\"escalation_hours\":0}";
    assertEquals(usual, ok(fixture.get("/v0/policy")).get("approval_notices").toString());
    String notices =
        "{\"content\":false,\"reminder_hours\":144,\"escalation_hours\":0,\"working_hours\":"
            + "{\"time_zone\":\"Europe/Berlin\",\"days\":[\"mon\"],\"from\":\"09:00\",\"to\":\"17:00\"}}";
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_notices\":" + notices + "}"));
    String inbox = BOX + "/policy";
    assertEquals(notices, ok(fixture.get(inbox)).get("approval_notices").toString());
    ok(fixture.as(owner, "PATCH", inbox, "{\"approval_notices\":{\"reminder_hours\":0}}"));
    assertEquals(
        usual.replace("24", "0"), ok(fixture.get(inbox)).get("approval_notices").toString());
    ok(fixture.as(owner, "PATCH", inbox, "{\"approval_notices\":null}"));
    assertEquals(notices, ok(fixture.get(inbox)).get("approval_notices").toString());
    assertEquals(
        "400 [approval_notices.reminder_hours]",
        paths(
            fixture.as(owner, "PATCH", inbox, "{\"approval_notices\":{\"reminder_hours\":145}}")));
    assertEquals(
        "400 [approval_notices.working_hours.time_zone]",
        paths(
            fixture.as(
                owner,
                "PATCH",
                inbox,
                "{\"approval_notices\":" + notices.replace("Berlin", "Nowhere") + "}")));
  }
}
