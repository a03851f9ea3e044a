package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One server and one browser for the tests of a class, after each of which no page complains. */
@OnOneThread
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConsoleTest {
  protected Path directory;
  protected ServerProcess server;
  protected ConsoleBrowser browser;

  @BeforeAll
  final void startServer(@TempDir Path files) throws IOException {
    directory = files;
    server = new ServerProcess(directory);
    server.with("MAILBOX_BASE_URL", server.baseUrl().replace("127.0.0.1", "localhost"));
    settings().forEach(server::with);
    server.start();
    browser = new ConsoleBrowser(server, chromium());
  }

  protected Path chromium() {
    return ConsoleBrowser.HEADLESS_CHROMIUM;
  }

  /** Further settings of the server. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  @AfterAll
  final void stopServer() {
    browser.close();
    server.close();
  }

  @AfterEach
  protected void no_page_complained() {
    assertEquals(List.of(), browser.problems());
  }
}
