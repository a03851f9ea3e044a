package dev.agentmailbox.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
  @TempDir Path directory;

  private static ServerConfig read(Map<String, String> environment) {
    return ConfigReader.read(environment, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://mail:s%40crt@db.test:6432/box?sslmode=require",
        "jdbc:postgresql://db.test:6432/box?user=mail&sslmode=require&password=s%40crt"
      })
  void a_database_is_named_in_either_way_and_its_password_is_not_shown(String address) {
    PostgresUrl url =
        read(Map.of("MAILBOX_DATABASE_URL", address)).store().databaseUrl().orElseThrow();
    assertEquals("jdbc:postgresql://db.test:6432/box?sslmode=require", url.jdbcUrl());
    assertEquals("mail", url.user());
    assertEquals("s@crt", url.password());
    assertEquals("db.test:6432/box", url.toString());
  }

  private static ContentPlace content(String place) {
    return read(Map.of(
            "MAILBOX_DATABASE_URL", "postgresql://mail@db.test/box",
            "MAILBOX_CONTENT", place,
            "MAILBOX_S3_ACCESS_KEY", "access",
            "MAILBOX_S3_SECRET_KEY", "hidden"))
        .store()
        .content();
  }

  @Test
  void messages_are_in_the_database_in_a_directory_or_in_a_bucket() {
    assertEquals(new ContentPlace.InDatabase(), read(Map.of()).store().content());
    assertEquals(new ContentPlace.InDatabase(), content("database"));
    assertEquals(
        new ContentPlace.InDirectory(Path.of("/srv/mail")), content("directory:/srv/mail"));
    ContentPlace bucket = content("s3:https://s3.test:9000/mail/box?region=eu-west-1");
    assertTrue(bucket instanceof ContentPlace.InBucket);
    assertTrue(bucket.toString().contains("s3.test:9000/mail"), bucket.toString());
    assertFalse(bucket.toString().contains("hidden"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"elsewhere", "directory:", "s3:", "s3:ftp://x/mail", "s3:https://x"})
  void a_place_for_messages_that_is_none_is_refused(String place) {
    assertThrows(ConfigException.class, () -> content(place));
  }

  @Test
  void a_place_for_messages_goes_with_a_database_and_a_bucket_with_its_keys() {
    assertThrows(
        ConfigException.class, () -> read(Map.of("MAILBOX_CONTENT", "directory:/srv/mail")));
    assertThrows(
        ConfigException.class,
        () ->
            read(
                Map.of(
                    "MAILBOX_DATABASE_URL", "postgresql://mail@db.test/box",
                    "MAILBOX_CONTENT", "s3:https://s3.test/mail")));
  }

  // spec Rates.1, Rates.2
  @Test
  void without_settings_every_default_holds() {
    ServerConfig config = read(Map.of("PATH", "/bin", "MAILBOX_TEST_ANYTHING", "x"));
    assertEquals("127.0.0.1", config.http().host());
    assertEquals(8080, config.http().port());
    assertEquals(2525, config.smtp().port());
    assertEquals(Path.of("./mailbox-data"), config.store().directory());
    assertEquals(List.of("agents.localhost"), config.service().domains());
    assertEquals("capture:", config.delivery().relayUrl());
    assertEquals(URI.create("http://localhost:8080"), config.service().baseUrl());
    assertEquals(URI.create("http://localhost:8080/docs"), config.service().docsUrl());
    assertEquals(Plan.DEFAULT, config.accounts().plan());
    assertEquals(600, config.http().rates().perKey());
    assertEquals(120, config.http().rates().perAddress());
    assertTrue(config.accounts().bootstrapKey().isEmpty());
    assertFalse(config.network().webhookAllowLocal());
  }

  @Test
  void how_mail_leaves_follows_the_first_domain_unless_it_is_said() {
    DeliveryConfig usual = read(Map.of("MAILBOX_DOMAIN", "a.test,b.test")).delivery();
    assertEquals(
        new DeliveryConfig("capture:", Optional.empty(), "a.test", List.of(), Optional.empty()),
        usual);
    assertEquals("mailbox", usual.selector());
    DeliveryConfig said =
        read(Map.of(
                "MAILBOX_DELIVERY_HELLO_NAME", "Mail.A.test",
                "MAILBOX_DELIVERY_SOURCE_ADDRESS", "192.0.2.1, 2001:db8::1",
                "MAILBOX_DKIM_SELECTOR", "s2026"))
            .delivery();
    assertEquals(
        new DeliveryConfig(
            "capture:",
            Optional.empty(),
            "mail.a.test",
            List.of("192.0.2.1", "2001:db8::1"),
            Optional.of("s2026")),
        said);
  }

  @Test
  void addresses_follow_the_port_and_the_base() {
    ServerConfig config = read(Map.of("MAILBOX_HTTP_PORT", "9090"));
    assertEquals(URI.create("http://localhost:9090/console"), config.service().appUrl());
    ServerConfig based = read(Map.of("MAILBOX_BASE_URL", "https://mail.example.com/"));
    assertEquals(URI.create("https://mail.example.com/docs"), based.service().docsUrl());
  }

  @Test
  void the_environment_wins_over_the_file() throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.writeString(file, "mailbox.http.port=7000\nmailbox.domain=One.Test, two.test\n");
    ServerConfig config = ConfigReader.read(Map.of("MAILBOX_HTTP_PORT", "7001"), file);
    assertEquals(7001, config.http().port());
    assertEquals(List.of("one.test", "two.test"), config.service().domains());
  }

  @Test
  void the_key_that_the_first_start_has_exported_does_not_stop_the_next_start() {
    assertEquals(8080, read(Map.of("MAILBOX_API_KEY", "sk_a_b")).http().port());
    assertEquals(8080, read(Map.of("MAILBOX_URL", "http://localhost:8080")).http().port());
  }

  @Test
  void an_unknown_name_stops_the_start_and_is_named() throws IOException {
    ConfigException unknown =
        assertThrows(ConfigException.class, () -> read(Map.of("MAILBOX_HTPT_PORT", "1")));
    assertEquals("unknown setting MAILBOX_HTPT_PORT", unknown.getMessage());
    Path file = directory.resolve("mailbox.properties");
    Files.writeString(file, "mailbox.nothing=1\n");
    ConfigException inFile =
        assertThrows(ConfigException.class, () -> ConfigReader.read(Map.of(), file));
    assertEquals("unknown setting mailbox.nothing in " + file, inFile.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "MAILBOX_HTTP_PORT,eighty",
    "MAILBOX_HTTP_PORT,65536",
    "MAILBOX_SMTP_PORT,-1",
    "MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS,0",
    "MAILBOX_BASE_URL,ftp://x",
    "MAILBOX_BASE_URL,http://x?y=z",
    "MAILBOX_DOMAIN,not a domain",
    "MAILBOX_DOMAIN,-x.test",
    "MAILBOX_SIGNUP_MODE,maybe",
    "MAILBOX_INVITE_PREFIX,m",
    "MAILBOX_MASTER_KEY,c2hvcnQ=",
    "MAILBOX_MASTER_KEY,%%%",
    "MAILBOX_BOOTSTRAP_API_KEY,sk_abc_tooshort",
    "MAILBOX_WEBHOOK_ALLOW_LOCAL,yes",
    "MAILBOX_DATABASE_URL,jdbc:mysql://u:hunter2@x/y",
    "MAILBOX_DATABASE_URL,postgresql://u:hunter2@x",
    "MAILBOX_SMTP_TLS_KEY,only-one.pem"
  })
  void a_value_that_cannot_be_used_is_told_by_name_and_never_repeated(String name, String value) {
    ConfigException bad = assertThrows(ConfigException.class, () -> read(Map.of(name, value)));
    String message = String.valueOf(bad.getMessage());
    assertTrue(message.contains(name), message);
    assertFalse(message.contains("\n"));
    assertFalse(message.contains("hunter2"), message);
    if (name.contains("KEY")) {
      assertFalse(message.contains(value), message);
    }
  }

  @Test
  void secrets_are_made_once_with_mode_0600_and_differ_by_purpose() throws IOException {
    Secrets first = Secrets.open(directory, Optional.empty());
    Secrets again = Secrets.open(directory, Optional.empty());
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(directory.resolve("master.key"))));
    assertTrue(Arrays.equals(first.derive("a"), again.derive("a")));
    assertFalse(Arrays.equals(first.derive("a"), first.derive("b")));
  }

  @Test
  void an_owner_whose_mail_agents_would_read_stops_the_start() {
    ConfigException refused =
        assertThrows(
            ConfigException.class,
            () ->
                ConfigReader.read(
                    Map.of(
                        "MAILBOX_DOMAIN", "one.example, agents.example",
                        "MAILBOX_OWNER_EMAIL", "Boss@Agents.Example"),
                    null));
    assertEquals(
        "MAILBOX_OWNER_EMAIL must not be in a domain of MAILBOX_DOMAIN, whose mail agents can read",
        refused.getMessage());
    assertEquals("owner@localhost", ConfigReader.read(Map.of(), null).accounts().ownerEmail());
  }
}
