package dev.agentmailbox.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.live.LiveRoutes;
import dev.agentmailbox.http.token.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the generated description with the committed one, file by file, so that every change of
 * the interface is seen in review. {@code -Dgolden.update=true} writes it anew.
 */
class OpenApiGoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/openapi");

  // spec Versioning.4
  @Test
  void the_description_is_the_committed_one() throws IOException {
    HttpSettings settings = HttpSettings.at("127.0.0.1", 0, "http://localhost:8080");
    SigningKeys keys = SigningKeys.of(new byte[32]);
    try (Mailbox mailbox = Mailbox.inMemory();
        EventWaits waits = new EventWaits(mailbox.stream());
        LiveRoutes live =
            new LiveRoutes(mailbox, keys, settings.baseUrl(), settings.baseUrl() + "/console")) {
      String document =
          MailboxHttp.builder(settings)
              .operations(Api.rows(mailbox, keys, settings.baseUrl(), waits))
              .operations(live.rows())
              .build()
              .openApi();
      Map<String, String> files = OpenApiParts.of(document);
      if (Boolean.getBoolean("golden.update")) {
        write(files);
      }
      assertEquals(files.keySet(), names());
      for (Map.Entry<String, String> file : files.entrySet()) {
        assertEquals(
            Files.readString(GOLDEN.resolve(file.getKey())), file.getValue(), file.getKey());
      }
    }
  }

  private static Set<String> names() throws IOException {
    try (Stream<Path> all = Files.list(GOLDEN)) {
      return all.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private static void write(Map<String, String> files) throws IOException {
    Files.createDirectories(GOLDEN);
    for (String old : names()) {
      Files.delete(GOLDEN.resolve(old));
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(GOLDEN.resolve(file.getKey()), file.getValue());
    }
  }
}
