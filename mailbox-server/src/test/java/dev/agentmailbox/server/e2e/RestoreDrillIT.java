package dev.agentmailbox.server.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.server.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/**
 * The restore drill: mail comes in and goes out, a backup is made, the server is killed and its
 * data destroyed, and a server on the backup has everything that was acknowledged before the backup
 * began. {@code -Ddrill.messages=5000} for a long run.
 */
@Slow
class RestoreDrillIT {
  private static final int MESSAGES = Integer.getInteger("drill.messages", 60);
  private static final int THREADS = 2;
  private static final long PATIENCE_SECONDS = 600;
  private static final String INBOX = "drill@agents.localhost";

  @TempDir Path directory;

  private final Map<String, byte[]> received = new ConcurrentHashMap<>();
  private final Map<String, String> accepted = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private volatile boolean running = true;

  private int run(Path data, String... arguments) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, List.of("mailbox.data.dir=" + data));
    String[] all = Arrays.copyOf(new String[] {"--config", file.toString()}, 2 + arguments.length);
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  @Test
  void a_backup_under_load_has_everything_that_was_acknowledged_before() throws Exception {
    Path data = directory.resolve("data");
    Path backup = directory.resolve("backup");
    try (ServerProcess server = new ServerProcess(directory)) {
      server.start().api().post("/inboxes", "{\"username\":\"drill\"}", Map.of()).expect(200);
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        clients.add(new Thread(() -> deliver(server), "deliver"));
        clients.add(new Thread(() -> send(server), "send"));
      }
      clients.forEach(Thread::start);
      await(MESSAGES);
      Map<String, byte[]> receivedBefore = Map.copyOf(received);
      Map<String, String> acceptedBefore = Map.copyOf(accepted);
      assertEquals(0, run(data, "backup", backup.toString()), err.toString());
      // It goes on: a checkpoint, deletions of content and more mail change the original only.
      await(receivedBefore.size() * 2 + 10);
      server.kill();
      running = false;
      for (Thread client : clients) {
        client.join();
      }
      delete(data);

      assertEquals(0, run(data, "verify", backup.toString()), err.toString());
      assertTrue(out.toString().contains("; 0 damaged"), out.toString());
      Files.move(backup, data);
      server.start();
      compare(server.api(), receivedBefore, acceptedBefore);
      server.stop();
    }
    exportInbox(data);
  }

  private void await(int messages) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while ((received.size() < messages / 2 || accepted.size() < messages / 8)
        && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private void deliver(ServerProcess server) {
    try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
      while (running) {
        int n = number.incrementAndGet();
        String id = "<in-" + n + "@client.test>";
        byte[] message =
            ("From: bob@client.test\r\nTo: %s\r\nMessage-ID: %s\r\nSubject: message %d\r\n\r\n"
                        .formatted(INBOX, id, n)
                    + "text line\r\n".repeat(n % 20 == 0 ? 20_000 : 20)
                    + "From here on it ends.\r\n")
                .getBytes(UTF_8);
        sender.send("bob@client.test", INBOX, message);
        received.put(id, message);
      }
    } catch (IOException killed) {
      assertFalse(received.isEmpty(), "nothing was received");
    }
  }

  private void send(ServerProcess server) {
    Api api = server.api();
    try {
      while (running) {
        String key = "send-" + number.incrementAndGet();
        Api.Answer answer = post(api, key);
        if (answer.status() == 202) {
          accepted.put(key, answer.text("send_id"));
        }
      }
    } catch (IOException killed) {
      assertFalse(accepted.isEmpty(), "nothing was accepted");
    }
  }

  private static Api.Answer post(Api api, String key) throws IOException {
    return api.post(
        "/inboxes/" + INBOX + "/messages/send",
        "{\"to\":[\"" + key + "@client.test\"],\"subject\":\"" + key + "\",\"text\":\"hello\"}",
        Map.of("Idempotency-Key", key));
  }

  private static void compare(Api api, Map<String, byte[]> received, Map<String, String> accepted)
      throws IOException {
    Map<String, String> stored = new HashMap<>();
    for (JsonNode message : api.all("/inboxes/" + INBOX + "/messages", "messages")) {
      stored.put(
          message.path("rfc_message_id").asString(""), message.path("message_id").asString(""));
    }
    for (Map.Entry<String, byte[]> mail : received.entrySet()) {
      String id = stored.get(mail.getKey());
      assertTrue(id != null, mail.getKey() + " was acknowledged before the backup and is lost");
      String link =
          api.get("/inboxes/" + INBOX + "/messages/" + id + "/raw")
              .expect(200)
              .text("download_url");
      byte[] raw = api.bytes(link.substring(link.indexOf("/v0") + "/v0".length()));
      byte[] end = Arrays.copyOfRange(raw, raw.length - mail.getValue().length, raw.length);
      assertTrue(Arrays.equals(mail.getValue(), end), mail.getKey() + " has different bytes");
    }
    for (Map.Entry<String, String> send : accepted.entrySet()) {
      assertEquals(send.getValue(), post(api, send.getKey()).expect(202).text("send_id"));
    }
    assertTrue(!received.isEmpty() && !accepted.isEmpty());
    Api.Answer paused = post(api, "after-the-restore").expect(503);
    assertEquals("sending_paused", paused.text("code"), "a restore starts with sending paused");
  }

  private void exportInbox(Path data) throws IOException {
    assertEquals(0, run(data, "verify"), err.toString());
    Path mbox = directory.resolve("drill.mbox");
    assertEquals(
        0, run(data, "export", "--inbox", INBOX, "--mbox", mbox.toString()), err.toString());
    List<String> lines = Files.readAllLines(mbox);
    long messages = lines.stream().filter(line -> line.startsWith("From ")).count();
    assertTrue(out.toString().contains("exported " + messages + " messages"), out.toString());
    assertTrue(lines.contains(">From here on it ends."));
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
