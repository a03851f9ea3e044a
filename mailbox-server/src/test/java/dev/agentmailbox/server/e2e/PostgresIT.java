package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The server with its mail in PostgreSQL. */
@Slow
class PostgresIT {
  private static final int SENDERS = 32;
  private static final int DAILY_RECIPIENTS = 20;
  private static final String INBOX = "pgmail@agents.localhost";

  @TempDir Path directory;

  static String address(PostgresUrl url) {
    String mark = url.jdbcUrl().contains("?") ? "&" : "?";
    String password = url.password() == null ? "" : "&password=" + url.password();
    return url.jdbcUrl() + mark + "user=" + url.user() + password;
  }

  private ServerProcess server(PostgresUrl url) {
    return new ServerProcess(directory).with("MAILBOX_DATABASE_URL", address(url));
  }

  static Api.Answer send(Api api, String key) throws IOException {
    return api.post(
        "/inboxes/" + INBOX + "/messages/send",
        "{\"to\":[\"" + key + "@client.test\"],\"subject\":\"" + key + "\",\"text\":\"hello\"}",
        Map.of("Idempotency-Key", key));
  }

  /** Repeats a send that a busy database refused with 503, as clients do. */
  private static int sendUntilNotBusy(Api api, String key) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    int status = send(api, key).status();
    while (status == 503 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      status = send(api, key).status();
    }
    return status;
  }

  static void deliver(ServerProcess server, String id) throws IOException {
    try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
      sender.send(
          "bob@client.test",
          INBOX,
          "From: bob@client.test",
          "To: " + INBOX,
          "Message-ID: <" + id + "@client.test>",
          "Subject: about " + id,
          "",
          "text ".repeat(20));
    }
  }

  @Test
  void mail_comes_in_is_read_and_answered_and_is_there_after_a_kill() throws Exception {
    try (SmtpSink sink = new SmtpSink();
        ServerProcess server =
            server(TestPostgres.schema())
                .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port())) {
      Api api = server.start().api();
      api.post("/inboxes", "{\"username\":\"pgmail\"}", Map.of()).expect(200);
      deliver(server, "one");
      List<JsonNode> messages = api.all("/inboxes/" + INBOX + "/messages", "messages");
      assertEquals(1, messages.size());
      String id = messages.get(0).path("message_id").asString("");
      assertTrue(api.get("/inboxes/" + INBOX + "/messages/" + id).text("text").startsWith("text"));
      assertEquals("sent", send(api, "answer").expect(202).text("status"));
      server.kill();

      server.start();
      assertEquals(2, api.all("/inboxes/" + INBOX + "/messages", "messages").size());
      assertEquals(1, sink.taken().size());
      assertEquals("sent", send(api, "answer").expect(202).text("status"), "a repeat");
      List<String> types = new ArrayList<>();
      api.get("/events?limit=200")
          .expect(200)
          .body()
          .path("events")
          .forEach(e -> types.add(type(e)));
      assertTrue(
          types.containsAll(List.of("inbox.created", "message.received", "message.sent")),
          types.toString());
      assertEquals(1, types.stream().filter("message.sent"::equals).count());
    }
  }

  private static String type(JsonNode event) {
    return event.path("event_type").asString(event.path("type").asString(""));
  }

  @Test
  void of_thirty_two_sends_at_once_exactly_as_many_are_accepted_as_the_day_allows()
      throws Exception {
    try (ServerProcess server =
        server(TestPostgres.schema())
            .with("MAILBOX_PLAN_DAILY_RECIPIENTS", Integer.toString(DAILY_RECIPIENTS))) {
      Api api = server.start().api();
      api.post("/inboxes", "{\"username\":\"pgmail\"}", Map.of()).expect(200);
      ExecutorService clients = Executors.newFixedThreadPool(SENDERS);
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        String key = "send-" + i;
        answers.add(clients.submit(() -> sendUntilNotBusy(api, key)));
      }
      Map<Integer, Integer> counts = new TreeMap<>();
      for (Future<Integer> answer : answers) {
        counts.merge(answer.get(120, TimeUnit.SECONDS), 1, Integer::sum);
      }
      clients.shutdown();
      assertEquals(Map.of(202, DAILY_RECIPIENTS, 429, SENDERS - DAILY_RECIPIENTS), counts);
    }
  }

  @Test
  void a_database_that_cannot_be_reached_is_one_clear_line_without_the_password() throws Exception {
    ServerProcess server =
        new ServerProcess(directory)
            .with("MAILBOX_DATABASE_URL", "postgresql://mail:hunter2@127.0.0.1:1/box");
    assertEquals(2, server.startAndFail());
    String output = server.output();
    assertTrue(
        output.contains(
            "mailbox-server cannot start: MAILBOX_DATABASE_URL: the PostgreSQL database"
                + " 127.0.0.1:1/box cannot be reached"),
        output);
    assertEquals(1, output.strip().lines().count(), output);
    assertFalse(output.contains("hunter2"), output);
  }
}
