package dev.agentmailbox.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.live.LiveRoutes;
import dev.agentmailbox.http.token.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Compares the generated description with the committed one, so that every change of the interface
 * is seen in review. {@code -Dgolden.update=true} writes it anew.
 */
class OpenApiGoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/openapi.json");

  // spec Versioning.4
  @Test
  void the_description_is_the_committed_one() throws IOException {
    HttpSettings settings = HttpSettings.at("127.0.0.1", 0, "http://localhost:8080");
    SigningKeys keys = SigningKeys.of(new byte[32]);
    try (Mailbox mailbox = Mailbox.inMemory();
        LiveRoutes live =
            new LiveRoutes(mailbox, keys, settings.baseUrl(), settings.baseUrl() + "/console")) {
      String document =
          MailboxHttp.builder(settings)
              .operations(Api.rows(mailbox, keys, settings.baseUrl()))
              .operations(live.rows())
              .build()
              .openApi();
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(GOLDEN.getParent());
        Files.writeString(GOLDEN, document);
      }
      assertEquals(Files.readString(GOLDEN), document);
    }
  }
}
