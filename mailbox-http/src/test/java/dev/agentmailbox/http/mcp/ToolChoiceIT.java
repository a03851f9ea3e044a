package dev.agentmailbox.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools of an address that names some of them. */
class ToolChoiceIT {
  private static final JsonMapper JSON = JsonMapper.shared();

  private MailboxFixture fixture;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private HttpResponse<String> post(String query, String method, String params) {
    return TestServer.send(
        fixture
            .request("/mcp" + query)
            .header("Authorization", "Bearer " + fixture.key)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}"
                        .formatted(method, params))));
  }

  private List<String> names(String query) {
    JsonNode tools =
        JSON.readTree(post(query, "tools/list", "{}").body()).get("result").get("tools");
    return tools.valueStream().map(tool -> tool.get("name").stringValue()).toList();
  }

  @Test
  void groups_and_names_choose_tools_in_their_fixed_order() {
    List<String> all = names("");
    assertEquals(List.of("auth_me"), names("?tools=auth_me"));
    assertEquals(
        List.of(
            "send_message",
            "reply_to_message",
            "check_message",
            "get_send",
            "get_send_edit",
            "cancel_send"),
        names("?tools=reply,send"));
    assertTrue(all.containsAll(names("?tools=read,reply,send,draft")));
    assertTrue(names("?tools=read").size() < all.size() / 2);
  }

  @Test
  void what_was_not_chosen_cannot_be_called() {
    assertTrue(
        post("?tools=read", "tools/call", "{\"name\":\"auth_me\",\"arguments\":{}}")
            .body()
            .contains("unknown tool"));
    assertTrue(
        post("?tools=auth_me", "tools/call", "{\"name\":\"auth_me\",\"arguments\":{}}")
            .body()
            .contains("scope_type"));
  }

  @Test
  void an_unknown_name_is_refused_with_the_groups() {
    HttpResponse<String> response = post("?tools=read,fly", "tools/list", "{}");
    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("groups read, reply, send and draft"));
  }
}
