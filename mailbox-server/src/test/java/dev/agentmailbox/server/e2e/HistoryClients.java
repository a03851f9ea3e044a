package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/**
 * Clients that work on the same few objects at once, each at any of several servers, and write down
 * what they asked and what they heard. When a round is over they go on to new objects, so that the
 * history of one object stays short enough to be judged.
 */
final class HistoryClients {
  /** What a round has: one inbox with two messages, and sends that wait for a human. */
  record Round(
      String inbox,
      String labelled,
      String logged,
      String cursor,
      AtomicReferenceArray<String> approvals,
      Queue<Recorded> history) {}

  private static final int CLIENTS = 5;
  static final int SENDS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** A server that did not answer is left alone for so long: what it is asked stays open. */
  private static final long AVOID_NANOS = Duration.ofMillis(1_500).toNanos();

  static final int TRIES = 200;

  /** When as many sends were refused, no more are asked for. */
  private static final int REFUSALS = 100;

  private final List<ServerProcess> servers;
  final List<Api> apis;
  final List<Api> humans;
  private final AtomicLongArray failedAt;
  final int quota;
  final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();

  HistoryClients(List<ServerProcess> servers, int quota) throws IOException {
    this.servers = servers;
    this.quota = quota;
    this.failedAt = new AtomicLongArray(servers.size());
    this.apis = servers.stream().map(server -> server.api().within(PATIENCE)).toList();
    Api owner = servers.get(0).owner();
    owner
        .call("PATCH", "/policy", "{\"approval_flags\":[\"first_contact\"]}", Map.of())
        .expect(200);
    this.humans = servers.stream().map(server -> owner.at(server.baseUrl())).toList();
  }

  /** One round, in which all clients begin together; what they wrote down. */
  List<Recorded> round(long seed) throws Exception {
    Round round = begin("round" + numbers.incrementAndGet());
    CyclicBarrier start = new CyclicBarrier(CLIENTS);
    List<Thread> threads = new ArrayList<>();
    List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  new HistoryClient(this, round, client, seed * CLIENTS + client).work();
                } catch (Exception e) {
                  failures.add(e);
                }
              },
              "client-" + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    new HistoryClient(this, round, 0, seed).readAll();
    return List.copyOf(round.history());
  }

  private Round begin(String name) throws IOException {
    String inbox =
        again(
                api ->
                    api.post(
                        "/inboxes",
                        "{\"username\":\"" + name + "\",\"client_id\":\"" + name + "\"}",
                        Map.of()),
                200)
            .text("inbox_id");
    List<String> messages = new ArrayList<>();
    for (int turn = 0; messages.size() < 2; turn++) {
      ServerProcess server = servers.get(turn % servers.size());
      try (SmtpSender sender = new SmtpSender(server.smtpPort(), PATIENCE)) {
        sender.send(
            "bob@client.test",
            inbox,
            "From: bob@client.test",
            "To: " + inbox,
            "Message-ID: <" + name + "-" + messages.size() + "@client.test>",
            "",
            "Hello");
        messages.add("");
      } catch (IOException away) {
        LockSupport.parkNanos(20_000_000);
      }
    }
    JsonNode listed =
        again(api -> api.get("/inboxes/" + inbox + "/messages"), 200).body().path("messages");
    String cursor = again(api -> api.get(log(inbox) + "latest"), 200).text("cursor");
    return new Round(
        inbox,
        listed.path(0).path("message_id").asString(),
        listed.path(1).path("message_id").asString(),
        cursor,
        new AtomicReferenceArray<>(SENDS),
        new ConcurrentLinkedQueue<>());
  }

  interface Call {
    Api.Answer at(Api api) throws IOException;
  }

  /** Until it works, at whichever server. */
  private Api.Answer again(Call call, int status) throws IOException {
    IOException last = new IOException("no server answers");
    for (int turn = 0; turn < TRIES; turn++) {
      try {
        Api.Answer answer = call.at(apis.get(turn % apis.size()));
        if (answer.status() == status) {
          return answer;
        }
        last = new IOException(answer.status() + " " + answer.body());
      } catch (IOException away) {
        last = away;
      }
      LockSupport.parkNanos(50_000_000);
    }
    throw last;
  }

  /** A cursor belongs to its query. */
  static String log(String inbox) {
    return "/events?types=label.added&limit=200&inbox_ids=" + inbox + "&after=";
  }

  /** One that did not fail just now, as a load balancer would choose. */
  int any(Random random) {
    int server = random.nextInt(servers.size());
    for (int i = 0; i < servers.size(); i++) {
      int chosen = (server + i) % servers.size();
      long failed = failedAt.get(chosen);
      if (failed == 0 || System.nanoTime() - failed > AVOID_NANOS) {
        return chosen;
      }
    }
    return server;
  }

  void failed(int server) {
    failedAt.set(server, System.nanoTime());
  }

  void refused() {
    refusals.incrementAndGet();
  }

  boolean isQuotaUsed() {
    return refusals.get() >= REFUSALS;
  }
}
