package dev.agentmailbox.examples.testcontainers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.mcp.ToolClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a container engine: the server that the container would run is a process here. */
class MailboxContainerIT {
  /** Has the ports of a process in place of those of an engine. */
  private static final class Outside extends MailboxContainer {
    private final LocalServer server;

    private Outside(Path directory) throws Exception {
      server = new LocalServer(directory, getEnvMap());
    }

    @Override
    public String getHost() {
      return "127.0.0.1";
    }

    @Override
    public Integer getMappedPort(int port) {
      return port == HTTP_PORT ? server.port() : server.smtpPort();
    }

    @Override
    public InspectContainerResponse getContainerInfo() {
      return new InspectContainerResponse();
    }

    private void awaitReady() {
      getWaitStrategy().waitUntilReady(this);
    }
  }

  @Test
  void the_container_has_the_ports_and_the_key_of_its_own() {
    try (MailboxContainer container = new MailboxContainer();
        MailboxContainer other = new MailboxContainer()) {
      assertEquals("agent-mailbox:0.1.0", MailboxContainer.IMAGE.asCanonicalNameString());
      assertEquals(List.of(8080, 2525), container.getExposedPorts());
      assertEquals(Map.of("MAILBOX_BOOTSTRAP_API_KEY", container.apiKey()), container.getEnvMap());
      assertNotEquals(container.apiKey(), other.apiKey());
    }
  }

  @Test
  void the_server_that_it_runs_becomes_ready_and_takes_its_key(@TempDir Path directory)
      throws Exception {
    try (Outside container = new Outside(directory);
        LocalServer server = container.server) {
      container.awaitReady();
      assertEquals(server.smtpPort(), container.smtpPort());
      ToolClient tools = new ToolClient(container.baseUrl().resolve("/mcp"), container.apiKey());
      String inbox =
          tools.call("create_inbox", Map.of("username", "desk")).path("inbox_id").asString();
      server.deliver("ann@client.test", inbox, "Order 7", "Where is it?");
      assertEquals(
          1, tools.call("list_messages", Map.of("inbox_id", inbox)).path("messages").size());
    }
  }
}
