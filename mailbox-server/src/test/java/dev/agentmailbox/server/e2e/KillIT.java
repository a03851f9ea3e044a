package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Kills the server at random moments while mail comes in and goes out, starts it again on its data,
 * and counts: nothing acknowledged is lost, nothing is stored twice, nothing is handed over more
 * often than once and the one promised resend. {@code -Dkill.rounds=50} for a long run, {@code
 * -Dkill.postgres=true} for one on PostgreSQL.
 */
@Slow
class KillIT {
  private static final int ROUNDS = Integer.getInteger("kill.rounds", 4);
  private static final int THREADS = 3;
  private static final int MIN_LIFE_MILLIS = 300;
  private static final int MAX_LIFE_MILLIS = 2_000;
  private static final long SETTLE_SECONDS = 120;
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final Set<String> received = ConcurrentHashMap.newKeySet();
  private final Map<String, String> accepted = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicInteger endings = new AtomicInteger();
  private volatile boolean running;

  @Test
  void nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed() throws Exception {
    long seed = Long.getLong("kill.seed", System.nanoTime());
    Random random = new Random(seed);
    try (SmtpSink sink = new SmtpSink();
        ServerProcess server =
            new ServerProcess(directory)
                .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port())) {
      if (Boolean.getBoolean("kill.postgres")) {
        server.with("MAILBOX_DATABASE_URL", PostgresIT.address(TestPostgres.schema()));
      }
      server.start();
      server.api().post("/inboxes", "{\"username\":\"kill-test\"}", Map.of()).expect(200);
      for (int round = 0; round < ROUNDS; round++) {
        // Some kills hit a server that has not answered anything yet.
        boolean early = round > 0 && random.nextInt(4) == 0;
        int life = MIN_LIFE_MILLIS + random.nextInt(MAX_LIFE_MILLIS - MIN_LIFE_MILLIS);
        load(server, early, life);
        server.start();
      }
      check(server, sink, seed);
    }
    assertTrue(endings.get() > 0, "no client was ever cut off: the test killed nothing");
    assertTrue(acknowledged() > 0, "nothing was ever acknowledged: nothing could be lost");
  }

  private void load(ServerProcess server, boolean early, int lifeMillis)
      throws InterruptedException {
    running = true;
    int before = acknowledged();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      clients.add(new Thread(() -> deliver(server), "deliver"));
      clients.add(new Thread(() -> send(server), "send"));
    }
    clients.forEach(Thread::start);
    long until = System.nanoTime() + FIRST_ANSWER.toNanos();
    while (!early && acknowledged() == before && System.nanoTime() < until) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(lifeMillis));
    server.kill();
    running = false;
    for (Thread client : clients) {
      client.join();
    }
  }

  private int acknowledged() {
    return received.size() + accepted.size();
  }

  /** Notes only what the server said 250 to. */
  private void deliver(ServerProcess server) {
    try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
      while (running) {
        String id = "<in-" + number.incrementAndGet() + "@client.test>";
        sender.send(
            "bob@client.test",
            "kill-test@agents.localhost",
            "From: bob@client.test",
            "To: kill-test@agents.localhost",
            "Message-ID: " + id,
            "Subject: message " + id.hashCode(),
            "",
            "text ".repeat(100));
        received.add(id);
      }
    } catch (IOException killed) {
      endings.incrementAndGet();
    }
  }

  /** Notes only what the server said 202 to. */
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
      endings.incrementAndGet();
    }
  }

  private static Api.Answer post(Api api, String key) throws IOException {
    return api.post(
        "/inboxes/kill-test@agents.localhost/messages/send",
        "{\"to\":[\"" + key + "@client.test\"],\"subject\":\"" + key + "\",\"text\":\"hello\"}",
        Map.of("Idempotency-Key", key));
  }

  private void check(ServerProcess server, SmtpSink sink, long seed) throws Exception {
    Api api = server.api();
    Map<String, Integer> stored = new HashMap<>();
    List<JsonNode> inbound = api.all("/inboxes/kill-test@agents.localhost/messages", "messages");
    for (JsonNode message : inbound) {
      stored.merge(message.path("rfc_message_id").asString(""), 1, Integer::sum);
    }
    Set<String> lost = new TreeSet<>(received);
    lost.removeAll(stored.keySet());
    assertEquals(Set.of(), lost, "acknowledged with 250 and lost, seed " + seed);
    stored.forEach((id, times) -> assertEquals(1, times, id + " stored twice, seed " + seed));

    for (Map.Entry<String, String> send : accepted.entrySet()) {
      Api.Answer again = post(api, send.getKey()).expect(202);
      assertEquals(send.getValue(), again.text("send_id"), "sent twice, seed " + seed);
    }
    awaitSent(api);
    for (String sendId : accepted.values()) {
      Api.Answer record = api.get("/sends/" + sendId).expect(200);
      String message = record.text("message_id");
      assertEquals("sent", record.text("status"), sendId + ", seed " + seed);
      JsonNode copy =
          api.get("/inboxes/kill-test@agents.localhost/messages/" + message).expect(200).body();
      int times = sink.taken().getOrDefault(copy.path("rfc_message_id").asString(""), 0);
      assertTrue(times >= 1 && times <= 2, sendId + " taken " + times + " times, seed " + seed);
    }
    long resent = sink.taken().values().stream().filter(times -> times > 1).count();
    assertTrue(resent <= (long) ROUNDS * THREADS * 4, resent + " resends, seed " + seed);
    System.out.printf(
        "kill test: %d rounds, %d received, %d sent, %d resent once, none lost, none doubled%n",
        ROUNDS, received.size(), accepted.size(), resent);
  }

  private static void awaitSent(Api api) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    while (!api.all("/sends?status=sending", "sends").isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("sends are still waiting");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }
}
