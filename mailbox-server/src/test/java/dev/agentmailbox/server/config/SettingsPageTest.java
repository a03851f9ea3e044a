package dev.agentmailbox.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of settings has every setting once, with the default of the code. */
class SettingsPageTest {
  private static final Path PAGE = Path.of("../docs/settings.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(MAILBOX_\\w+)` \\| (`([^`]+)`|[^|`]+) \\|", Pattern.MULTILINE);

  /** Some settings go with a database only. */
  private static final Map<String, String> DATABASE =
      Map.of("MAILBOX_DATABASE_URL", "postgresql://mail@db.test/box");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results().toList();
  }

  @Test
  void every_setting_is_on_the_page_once() throws IOException {
    assertEquals(
        Arrays.stream(Setting.values()).map(Setting::name).sorted().toList(),
        rows().stream().map(row -> row.group(1)).sorted().toList());
  }

  @Test
  void a_default_on_the_page_is_what_the_server_takes_without_the_setting() throws IOException {
    int compared = 0;
    for (MatchResult row : rows()) {
      String standard = row.group(3);
      if (standard != null) {
        compared++;
        assertEquals(effective(DATABASE), effective(with(row.group(1), standard)), row.group(1));
      }
    }
    assertTrue(compared > 20, compared + " defaults");
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> values = new HashMap<>(DATABASE);
    values.put(name, value);
    return values;
  }

  /** The settings as they take effect: a selector that is set counts as one that is not. */
  private static ServerConfig effective(Map<String, String> environment) {
    ServerConfig read = ConfigReader.read(environment, null);
    DeliveryConfig delivery = read.delivery();
    return new ServerConfig(
        read.service(),
        read.http(),
        read.smtp(),
        read.intake(),
        new DeliveryConfig(
            delivery.relayUrl(),
            delivery.oauth(),
            delivery.helloName(),
            delivery.sourceAddresses(),
            Optional.of(delivery.selector())),
        read.store(),
        read.accounts(),
        read.network(),
        read.jsonLog());
  }
}
