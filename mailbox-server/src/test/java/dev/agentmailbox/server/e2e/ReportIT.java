package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.fixture.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What comes back for a mail, over SMTP, into a real server and its database. */
@Slow
class ReportIT {
  private static final String INBOX = "sender@agents.localhost";
  private static final long LIMIT_SECONDS = 30;

  @TempDir Path directory;

  @Test
  void a_bounce_is_recorded_before_its_250_and_survives_a_kill() throws Exception {
    try (SmtpSink relay = new SmtpSink();
        ServerProcess server =
            new ServerProcess(directory)
                .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + relay.port())) {
      server.start();
      Api api = server.api();
      api.post("/inboxes", "{\"username\":\"sender\"}", Map.of()).expect(200);
      String sendId = send(api, "gone@client.test");
      String returnPath = relay.returnPaths().values().iterator().next();
      bounce(server, returnPath, "gone@client.test");
      server.kill();
      server.start();
      JsonNode recipient = api.get("/sends/" + sendId).expect(200).body().path("recipients").get(0);
      assertEquals("bounced", recipient.path("status").asString());
      assertEquals("permanent", recipient.path("bounce_type").asString());
      bounce(server, returnPath, "gone@client.test");
      assertEquals(1, types(api).stream().filter("message.bounced"::equals).count());
      assertEquals(
          422, post(api, "gone@client.test", "again").status(), "the address is suppressed");
    }
  }

  @Test
  void only_return_paths_we_made_are_accepted_and_people_can_always_be_reached() throws Exception {
    try (ServerProcess server = new ServerProcess(directory)) {
      server.start();
      assertThrows(
          IOException.class,
          () -> bounce(server, "bounce+0123456789abcdefghjkmnpqrs@agents.localhost", "a@b.test"));
      try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
        for (String name : List.of("postmaster", "Abuse")) {
          sender.send(
              "x@client.test",
              name + "@agents.localhost",
              "From: x@client.test",
              "",
              "hello " + name);
        }
      }
      assertEquals(
          404,
          server.api().get("/inboxes/postmaster@agents.localhost/messages").status(),
          "for operators only");
    }
  }

  private static String send(Api api, String recipient) throws IOException {
    String sendId = post(api, recipient, "first").expect(202).text("send_id");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!api.get("/sends/" + sendId).text("status").equals("sent")) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the mail was not handed over");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return sendId;
  }

  private static Api.Answer post(Api api, String recipient, String key) throws IOException {
    return api.post(
        "/inboxes/" + INBOX + "/messages/send",
        "{\"to\":[\"" + recipient + "\"],\"subject\":\"" + key + "\",\"text\":\"hello\"}",
        Map.of("Idempotency-Key", key));
  }

  private static void bounce(ServerProcess server, String returnPath, String recipient)
      throws IOException {
    try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
      sender.send(
          "",
          returnPath,
          "From: MAILER-DAEMON@mx.client.test",
          "Subject: Undeliverable",
          "MIME-Version: 1.0",
          "Content-Type: multipart/report; report-type=delivery-status; boundary=cut",
          "",
          "--cut",
          "Content-Type: message/delivery-status",
          "",
          "Reporting-MTA: dns; mx.client.test",
          "",
          "Final-Recipient: rfc822; " + recipient,
          "Action: failed",
          "Status: 5.1.1",
          "Diagnostic-Code: smtp; 550 5.1.1 no such user",
          "--cut--");
    }
  }

  private static List<String> types(Api api) throws IOException {
    JsonNode events = api.get("/events").expect(200).body().path("events");
    return StreamSupport.stream(events.spliterator(), false)
        .map(event -> event.path("event_type").asString())
        .toList();
  }
}
