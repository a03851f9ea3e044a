package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ConfigReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What an operator does who has lost the key, the sign-in or the master key. */
final class LostAccessIT {
  private static final String BASE = "http://localhost:1";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final HttpClient client = HttpClient.newHttpClient();

  private Wiring start() throws IOException {
    return Wiring.start(
        ConfigReader.read(
            Map.of(
                "MAILBOX_DATA_DIR", data().toString(),
                "MAILBOX_HTTP_PORT", "0",
                "MAILBOX_BASE_URL", BASE,
                "MAILBOX_SMTP_PORT", "0",
                "MAILBOX_WEBHOOK_ALLOW_LOCAL", "true",
                "MAILBOX_DISK_RESERVE", "0"),
            null));
  }

  private Path data() {
    return directory.resolve("data");
  }

  private int run(String... command) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, List.of("mailbox.data.dir=" + data(), "mailbox.base.url=" + BASE));
    List<String> all = new ArrayList<>(List.of("--config", file.toString()));
    all.addAll(List.of(command));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder to(Wiring server, String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + server.httpPort() + path));
  }

  private HttpResponse<String> get(Wiring server, String key, String path) throws Exception {
    return send(to(server, path).header("Authorization", "Bearer " + key));
  }

  /** The cookie of a human who opened the printed link. */
  private String signedIn(Wiring server, String link) throws Exception {
    assertTrue(link.startsWith(BASE + "/"), link);
    HttpResponse<String> answer = send(to(server, link.substring(BASE.length())));
    String cookie = answer.headers().firstValue("set-cookie").orElse("none;");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  @Test
  void a_new_key_works_and_is_printed_alone() throws Exception {
    start().close();
    assertEquals(0, run("new-key"), err.toString());
    assertEquals("data directory: " + data() + "\n", err.toString());
    String key = out.toString().strip();
    try (Wiring server = start()) {
      assertTrue(server.newKey().isEmpty(), "not a first start");
      assertEquals(200, get(server, key, "/v0/inboxes").statusCode());
      HttpResponse<String> keys = get(server, key, "/v0/api-keys");
      assertTrue(keys.body().contains("\"new-key command\""), keys.body());
    }
  }

  @Test
  void a_link_signs_the_first_owner_in_once() throws Exception {
    start().close();
    assertEquals(0, run("new-owner"), err.toString());
    String link = out.toString().strip();
    try (Wiring server = start()) {
      String cookie = signedIn(server, link);
      HttpResponse<String> me = send(to(server, "/v0/console/me").header("Cookie", cookie));
      assertTrue(me.body().contains("\"owner@localhost\""), me.body());
      assertEquals("none", signedIn(server, link));
    }
  }

  @Test
  void another_human_becomes_the_first_owner_and_an_operator() throws Exception {
    start().close();
    assertEquals(0, run("new-owner", "--email", "New@Example.com"), err.toString());
    assertTrue(err.toString().contains("first owner: new@example.com"), err.toString());
    String link = out.toString().strip();
    try (Wiring server = start()) {
      String cookie = signedIn(server, link);
      HttpResponse<String> me = send(to(server, "/v0/console/me").header("Cookie", cookie));
      assertTrue(me.body().contains("\"new@example.com\""), me.body());
      HttpResponse<String> members =
          send(to(server, "/v0/organizations/members").header("Cookie", cookie));
      assertTrue(members.body().contains("\"owner@localhost\""), "the former one stays");
      assertTrue(me.body().contains("\"operator\":true"), me.body());
    }
  }

  @Test
  void an_owner_whose_mail_agents_would_read_is_refused() throws Exception {
    start().close();
    assertEquals(2, run("new-owner", "--email", "me@agents.localhost"));
    assertTrue(err.toString().contains("agents can read its mail"), err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void while_a_server_runs_the_commands_say_so() throws Exception {
    Wiring server = start();
    try {
      for (String command : List.of("new-key", "new-owner", "new-master-key")) {
        assertEquals(2, run(command));
        assertTrue(
            err.toString().contains("a server is running on " + data() + "; stop it first"),
            err.toString());
        assertEquals("", out.toString());
      }
    } finally {
      server.close();
    }
  }

  @Test
  void without_its_master_key_a_start_says_what_to_do_and_makes_no_other() throws Exception {
    start().close();
    Path key = data().resolve("master.key");
    String right = Files.readString(key);
    Files.delete(key);
    String missing = refusal();
    assertTrue(missing.startsWith("MAILBOX_MASTER_KEY: "), missing);
    assertTrue(missing.contains("restore it from a backup, or run new-master-key"), missing);
    assertFalse(Files.exists(key));
    Files.writeString(key, "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\n");
    String other = refusal();
    assertTrue(other.startsWith("MAILBOX_MASTER_KEY: "), other);
    assertTrue(other.contains("restore it from a backup, or run new-master-key"), other);
    Files.writeString(key, right);
    start().close();
  }

  private String refusal() {
    return String.valueOf(assertThrows(ConfigException.class, this::start).getMessage());
  }

  @Test
  void with_a_new_master_key_the_server_goes_on_and_webhooks_wait_for_a_new_secret()
      throws Exception {
    start().close();
    run("new-owner");
    String link = out.toString().strip();
    String webhook;
    String cookie;
    try (Wiring server = start()) {
      cookie = signedIn(server, link);
      webhook =
          send(asOwner(server, cookie, "/v0/webhooks")
                  .POST(
                      BodyPublishers.ofString(
                          "{\"url\":\"http://localhost:1/hook\","
                              + "\"event_types\":[\"message.received\"]}")))
              .body()
              .replaceAll("(?s).*\"(whk_[^\"]*)\".*", "$1");
    }
    Files.delete(data().resolve("master.key"));
    assertEquals(0, run("new-master-key"), err.toString());
    assertEquals("the master key is accepted; 1 webhooks are disabled", out.toString().strip());
    try (Wiring server = start()) {
      String path = "/v0/webhooks/" + webhook;
      String disabled = send(asOwner(server, cookie, path)).body();
      assertTrue(disabled.contains("\"enabled\":false"), disabled);
      HttpResponse<String> rotated =
          send(asOwner(server, cookie, path + "/rotate-secret").POST(BodyPublishers.noBody()));
      assertEquals(200, rotated.statusCode(), rotated.body());
    }
  }

  private static HttpRequest.Builder asOwner(Wiring server, String cookie, String path) {
    return to(server, path)
        .header("Cookie", cookie)
        .header("Origin", BASE)
        .header("Content-Type", "application/json");
  }
}
