package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Kills the server between an event and its first attempt, and between an attempt and its record,
 * in turn: every event reaches every endpoint at least once, under the id it had. {@code
 * -Dkill.webhook.rounds=30} for a long run.
 */
@Slow
class WebhookKillIT {
  private static final int ROUNDS = Integer.getInteger("kill.webhook.rounds", 4);
  private static final int EVENTS_A_ROUND = 8;
  private static final String TYPE = "inbox.created";

  /** The lease of the last kill, and a minute for each sixty attempts. */
  private static final Duration SETTLE =
      Duration.ofSeconds(60).plusMinutes(1 + (long) ROUNDS * EVENTS_A_ROUND / 30);

  @TempDir Path directory;

  private final AtomicInteger number = new AtomicInteger();
  private final Set<String> created = ConcurrentHashMap.newKeySet();

  /** How many events there were when an endpoint was made, by its path. */
  private final Map<String, Integer> endpoints = new LinkedHashMap<>();

  @Test
  void every_event_is_delivered_under_its_own_id_when_the_server_is_killed() throws Exception {
    try (WebhookSink sink = new WebhookSink();
        ServerProcess server = new ServerProcess(directory)) {
      server
          .with("MAILBOX_BASE_URL", server.baseUrl())
          .with("MAILBOX_WEBHOOK_ALLOW_LOCAL", "true")
          .start();
      OwnerSession owner = OwnerSession.open(server);
      for (int round = 0; round < ROUNDS; round++) {
        String path = "/endpoint-" + round;
        endpoints.put(path, events(server.api()).size());
        owner.createWebhook(sink.url(path), TYPE);
        if (round % 2 == 0) {
          killAfterEvents(server);
        } else {
          killBeforeRecord(server, sink);
        }
        server.start();
      }
      check(server, sink);
    }
  }

  private void killAfterEvents(ServerProcess server) throws IOException {
    for (int i = 0; i < EVENTS_A_ROUND; i++) {
      create(server);
    }
    server.kill();
  }

  /** The receiver has the event, and its answer never reaches the server. */
  private void killBeforeRecord(ServerProcess server, WebhookSink sink) throws Exception {
    CountDownLatch attempted = new CountDownLatch(1);
    CountDownLatch killed = new CountDownLatch(1);
    sink.beforeAnswer(
        () -> {
          attempted.countDown();
          await(killed);
        });
    create(server);
    await(attempted);
    for (int i = 1; i < EVENTS_A_ROUND; i++) {
      create(server);
    }
    server.kill();
    sink.beforeAnswer(() -> {});
    killed.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(SETTLE.toSeconds(), TimeUnit.SECONDS), "no attempt was made");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Notes only what was answered. */
  private void create(ServerProcess server) throws IOException {
    String name = "agent-" + number.incrementAndGet();
    created.add(
        server
            .api()
            .post("/inboxes", "{\"username\":\"" + name + "\"}", Map.of())
            .expect(200)
            .text("inbox_id"));
  }

  /** Ids of the log's events in order, with their inboxes. */
  private static Map<String, String> events(Api api) throws IOException {
    Map<String, String> events = new LinkedHashMap<>();
    String after = "";
    boolean more = true;
    while (more) {
      Api.Answer page = api.get("/events?limit=200&types=" + TYPE + after).expect(200);
      for (JsonNode event : page.body().path("events")) {
        events.put(event.path("event_id").asString(""), event.path("inbox_id").asString(""));
      }
      after = "&after=" + page.text("cursor");
      more = page.body().path("has_more").asBoolean(false);
    }
    return events;
  }

  private void check(ServerProcess server, WebhookSink sink) throws IOException {
    Map<String, String> events = events(server.api());
    assertEquals(created, new HashSet<>(events.values()), "an answered request left no event");
    List<String> ids = List.copyOf(events.keySet());
    int repeated = 0;
    for (Map.Entry<String, Integer> endpoint : endpoints.entrySet()) {
      Set<String> wanted = new TreeSet<>(ids.subList(endpoint.getValue(), ids.size()));
      awaitAll(sink, endpoint.getKey(), wanted);
      assertEquals(wanted, new TreeSet<>(sink.ids(endpoint.getKey())), "ids were not kept");
      for (String id : wanted) {
        List<String> bodies = sink.bodies(endpoint.getKey(), id);
        assertEquals(1, new HashSet<>(bodies).size(), id + " changed between attempts");
        assertTrue(bodies.get(0).contains('"' + id + '"'), bodies.get(0));
        repeated += bodies.size() - 1;
      }
    }
    assertTrue(ROUNDS < 2 || repeated > 0, "no attempt was cut off before its record");
    System.out.printf(
        "webhook kill test: %d rounds, %d events, %d endpoints, %d repeated, none missing%n",
        ROUNDS, ids.size(), endpoints.size(), repeated);
  }

  private static void awaitAll(WebhookSink sink, String path, Set<String> wanted) {
    long deadline = System.nanoTime() + SETTLE.toNanos();
    while (!sink.ids(path).containsAll(wanted) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    Set<String> missing = new TreeSet<>(wanted);
    missing.removeAll(sink.ids(path));
    assertEquals(Set.of(), missing, "never delivered to " + path);
  }
}
