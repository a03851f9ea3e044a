package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Three servers on one PostgreSQL under load. One is killed and started again every few seconds,
 * one stands still for longer than its leases, and the clocks of two are a minute wrong. Nothing is
 * lost, nothing is handed over more often than once and the one promised resend, the day's quota is
 * exact, and a client that reconnects hears every event. {@code -Dnodes.minutes=10} for a long run,
 * {@code -Dnodes.pause.millis} for more or less load.
 */
@Slow
class NodesIT {
  private static final int MINUTES = Integer.getInteger("nodes.minutes", 1);
  private static final int STILL_SECONDS = 32;
  private static final int REST_SECONDS = 10;
  private static final int RECIPIENTS_A_MINUTE = 5_000;
  private static final int REPEATS = 100;
  private static final int DAY_CHARACTERS = "2026-01-01".length();
  private static final long SETTLE_SECONDS = 120;
  private static final Duration OFF = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final int seconds = 60 * MINUTES;
  private final int quota = RECIPIENTS_A_MINUTE * MINUTES;
  private int kills;
  private int stills;

  private ServerProcess server(String name, PostgresUrl database, SmtpSink sink)
      throws IOException {
    return new ServerProcess(Files.createDirectories(directory.resolve(name)))
        .with("MAILBOX_DATABASE_URL", PostgresIT.address(database))
        .with("MAILBOX_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]))
        .with("MAILBOX_PLAN_DAILY_RECIPIENTS", Integer.toString(quota))
        .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port());
  }

  @Test
  void three_servers_lose_nothing_and_double_nothing_while_they_are_killed_and_stand_still()
      throws Exception {
    PostgresUrl database = TestPostgres.schema();
    try (SmtpSink sink = new SmtpSink();
        ServerProcess killed = server("killed", database, sink);
        ServerProcess still = server("still", database, sink).offBy(OFF.negated());
        ServerProcess steady = server("steady", database, sink).offBy(OFF)) {
      List<ServerProcess> servers = List.of(killed, still, steady);
      servers.forEach(ServerProcess::start);
      Api api = steady.api();
      api.post("/inboxes", "{\"username\":\"nodes\"}", Map.of()).expect(200);
      NodesLoad load = new NodesLoad(servers);
      EventListener listener = new EventListener(servers);
      listener.start();
      load.start();
      makeTrouble(killed, still);
      load.stop();
      useUpTheDay(load);
      awaitSettled(api);
      listener.stop();
      check(api, load, listener, sink);
    }
  }

  /** Both at once, on one clock. */
  private void makeTrouble(ServerProcess killed, ServerProcess still) {
    Random random = new Random();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    long nextKill = System.nanoTime();
    long nextTurn = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    boolean standsStill = false;
    while (System.nanoTime() < end) {
      if (System.nanoTime() > nextTurn) {
        standsStill = !standsStill;
        if (standsStill) {
          still.pause();
          stills++;
        } else {
          still.resume();
        }
        nextTurn += TimeUnit.SECONDS.toNanos(standsStill ? STILL_SECONDS : REST_SECONDS);
      }
      if (System.nanoTime() > nextKill) {
        killed.kill();
        kills++;
        killed.start();
        nextKill = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_000 + random.nextInt(3_000));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    still.resume();
  }

  /** Again when midnight comes meanwhile: what was used up then is not the present day. */
  private static void useUpTheDay(NodesLoad load) throws InterruptedException {
    LocalDate day;
    do {
      day = LocalDate.now(ZoneOffset.UTC);
      load.useUp();
    } while (!day.equals(LocalDate.now(ZoneOffset.UTC)));
  }

  private void checkQuota(Api api, NodesLoad load) throws IOException {
    TreeMap<String, Integer> days = new TreeMap<>();
    for (JsonNode send : api.all("/sends", "sends")) {
      String day = send.path("created_at").asString("").substring(0, DAY_CHARACTERS);
      days.merge(day, send.path("recipients").size(), Integer::sum);
    }
    assertEquals(quota, days.lastEntry().getValue(), "recipients of the day");
    days.forEach((day, used) -> assertTrue(used <= quota, "recipients of " + day + ": " + used));
    int all = days.values().stream().mapToInt(Integer::intValue).sum();
    assertEquals(all, load.acceptedRecipients.get(), "recipients that were accepted");
  }

  /** Until no recipient waits: a send is sent when the first of its recipients is. */
  static void awaitSettled(Api api) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    while (!api.all("/sends?status=sending", "sends").isEmpty()
        || api.all("/sends?status=sent", "sends").stream().anyMatch(NodesIT::isWaiting)) {
      assertTrue(System.nanoTime() < deadline, "sends are still waiting");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
    }
  }

  private static boolean isWaiting(JsonNode send) {
    return send.path("recipients")
        .valueStream()
        .anyMatch(recipient -> recipient.path("status").asString("").equals("pending"));
  }

  private void check(Api api, NodesLoad load, EventListener listener, SmtpSink sink)
      throws IOException {
    assertEquals(Set.of(), load.strange);
    checkQuota(api, load);
    load.accepted.keySet().stream()
        .filter(key -> key.startsWith("send-"))
        .limit(REPEATS)
        .forEach(load::repeat);
    assertEquals(Set.of(), load.doubled, "one key, two sends");

    Map<String, String> left = LoadCheck.checkMessages(api, load, new HashSet<>());
    // One transaction for each recipient, and one more at most for the send.
    Map<String, JsonNode> sends = new HashMap<>();
    for (JsonNode send : api.all("/sends", "sends")) {
      sends.put(send.path("send_id").asString(""), send);
    }
    Map<String, Integer> taken = sink.taken();
    int resent = 0;
    for (String sendId : load.accepted.values()) {
      JsonNode send = sends.get(sendId);
      assertNotNull(send, () -> "accepted and lost: " + sendId);
      int times = taken.getOrDefault(left.getOrDefault(sendId, "no copy"), 0);
      int more = times - send.path("recipients").size();
      assertTrue(more == 0 || more == 1, () -> "taken " + times + " times: " + send);
      resent += more;
    }
    assertEquals(load.accepted.size(), left.size(), "sends that nobody was told of");
    checkEvents(api, load, listener);
    System.out.printf(
        "nodes test: %d s, %d kills, %d times still; %d received, %d sends to %d recipients,"
            + " %d resent once, %d cut off, %d asked to come again; %d events, %d over %d"
            + " connections%n",
        seconds,
        kills,
        stills,
        load.received.size(),
        load.accepted.size(),
        load.acceptedRecipients.get(),
        resent,
        load.cutOff.get(),
        load.askedToComeAgain.get(),
        listener.heard.size(),
        listener.overTheSocket.get(),
        listener.connections.get());
  }

  private static void checkEvents(Api api, NodesLoad load, EventListener listener)
      throws IOException {
    Set<String> all = new HashSet<>();
    List<String> sent = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      Api.Answer page =
          api.get("/events?limit=200" + (cursor.isEmpty() ? "" : "&after=" + cursor)).expect(200);
      for (JsonNode event : page.body().path("events")) {
        all.add(event.path("event_id").asString(""));
        if (event.path("event_type").asString("").equals("message.sent")) {
          sent.add(event.path("message_id").asString(""));
        }
      }
      cursor = page.text("cursor");
      more = page.body().path("has_more").asBoolean(false);
    }
    Set<String> missed = new TreeSet<>(Comparator.naturalOrder());
    missed.addAll(all);
    missed.removeAll(listener.heard);
    assertEquals(Set.of(), missed, "events that the client never heard");
    assertTrue(listener.overTheSocket.get() > 0, "nothing came over a socket");
    assertEquals(sent.size(), new HashSet<>(sent).size(), "told twice that a message was sent");
    assertEquals(load.accepted.size(), sent.size(), "sends and their events");
  }
}
