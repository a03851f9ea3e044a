package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.mcp.ToolClient;
import java.net.URI;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A mail on a server that an agent answers, and the outcome there. */
public final class AnsweredMail {
  public static final String INBOX = ScriptedMind.INBOX;
  public static final String QUESTION = ScriptedMind.QUESTION;
  public static final String ANSWER = ScriptedMind.ANSWER;

  private final ToolClient tools;

  private AnsweredMail(ToolClient tools) {
    this.tools = tools;
  }

  /** Creates the inbox; returns when a mail is in it. */
  public static AnsweredMail arrive(LocalServer server) throws Exception {
    ToolClient tools = new ToolClient(URI.create(server.address() + "/mcp"), LocalServer.KEY);
    var unused = tools.call("create_inbox", Map.of("username", "desk"));
    server.deliver("ann@client.test", INBOX, "Order 7", QUESTION);
    return new AnsweredMail(tools);
  }

  /** The reply passed through the server, and nothing is left to do. */
  public void assertAnsweredOnce() throws Exception {
    assertEquals(0, labelled("unread").size());
    JsonNode answered = labelled("answered");
    assertEquals(1, answered.size());
    JsonNode sent = labelled("sent");
    assertEquals(1, sent.size());
    assertEquals(answered.path(0).path("thread_id"), sent.path(0).path("thread_id"));
    JsonNode reply =
        tools.call(
            "get_message",
            Map.of("inbox_id", INBOX, "message_id", sent.path(0).path("message_id").asString()));
    assertTrue(reply.toString().contains(ANSWER), reply::toString);
  }

  private JsonNode labelled(String label) throws Exception {
    return tools
        .call("list_messages", Map.of("inbox_id", INBOX, "labels", List.of(label)))
        .path("messages");
  }
}
