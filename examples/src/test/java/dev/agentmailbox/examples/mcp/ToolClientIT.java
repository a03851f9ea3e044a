package dev.agentmailbox.examples.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.LocalServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolClientIT {
  @Test
  void a_program_makes_an_inbox_and_sends_once_however_often_it_asks(@TempDir Path directory)
      throws Exception {
    try (LocalServer server = new LocalServer(directory)) {
      ToolClient client = new ToolClient(URI.create(server.address() + "/mcp"), LocalServer.KEY);
      assertTrue(client.tools().containsAll(List.of("create_inbox", "send_message")));
      String inbox =
          client.call("create_inbox", Map.of("username", "desk")).path("inbox_id").asString();
      Map<String, Object> send =
          Map.of(
              "inbox_id", inbox,
              "to", List.of("ann@client.test"),
              "subject", "Hello",
              "text", "Hello.",
              "idempotency_key", "greeting");
      String first = client.call("send_message", send).path("send_id").asString();
      assertEquals(first, client.call("send_message", send).path("send_id").asString());
      ToolClient.Refused refused =
          assertThrows(
              ToolClient.Refused.class,
              () -> client.call("get_inbox", Map.of("inbox_id", "nobody@client.test")));
      assertTrue(String.valueOf(refused.getMessage()).contains("not_found"));
    }
  }
}
