package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeSet;
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
  private record Round(
      String inbox,
      String labelled,
      String logged,
      String cursor,
      AtomicReferenceArray<String> approvals,
      Queue<Recorded> history) {}

  private static final int CLIENTS = 5;
  private static final int OPERATIONS = 24;
  private static final int SENDS = 2;
  private static final List<String> LABELS = List.of("a", "b", "c");
  private static final List<String> VERBS = List.of("approved", "rejected", "cancelled");
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** A server that did not answer is left alone for so long: what it is asked stays open. */
  private static final long AVOID_NANOS = Duration.ofMillis(1_500).toNanos();

  private static final int TRIES = 200;

  /** After so many the day's quota is left alone. */
  private static final int REFUSALS = 100;

  private final List<ServerProcess> servers;
  private final List<Api> apis;
  private final List<Api> humans;
  private final AtomicLongArray failedAt;
  private final int quota;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile boolean quotaIsUsed;

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
    List<Exception> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  work(client, round, new Random(seed * CLIENTS + client));
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
    readDecisions(round);
    return List.copyOf(round.history());
  }

  /** What became of decisions of which nobody had an answer. */
  private void readDecisions(Round round) throws IOException {
    for (int i = 0; i < SENDS; i++) {
      String approval = round.approvals().get(i);
      if (approval != null) {
        long begin = System.nanoTime();
        String status = again(api -> api.get("/approvals/" + approval), 200).text("status");
        long end = System.nanoTime();
        round
            .history()
            .add(new Recorded("approval/" + approval, 0, "read", "", status, begin, end));
      }
    }
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

  private interface Call {
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

  private void work(int client, Round round, Random random) throws IOException {
    for (int i = 0; i < OPERATIONS; i++) {
      int server = any(random);
      int kind = random.nextInt(20);
      if (kind < 9) {
        label(client, round, random, server);
      } else if (kind < 12) {
        append(client, round, server);
      } else if (kind < 14) {
        readLog(client, round, server);
      } else if (kind < 16) {
        send(client, round, random.nextInt(SENDS));
      } else {
        decide(client, round, random, server);
      }
    }
  }

  /** A cursor belongs to its query. */
  private static String log(String inbox) {
    return "/events?types=label.added&limit=200&inbox_ids=" + inbox + "&after=";
  }

  private int any(Random random) {
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

  private static String path(String inbox, String message) {
    return "/inboxes/" + inbox + "/messages/" + message;
  }

  private static String words(JsonNode labels) {
    TreeSet<String> own = new TreeSet<>();
    for (JsonNode label : labels) {
      if (LABELS.contains(label.asString())) {
        own.add(label.asString());
      }
    }
    return Recorded.joined(List.copyOf(own));
  }

  private interface Heard {
    String of(Api.Answer answer);
  }

  /** Asks once; no answer, or one that says to come again, is unknown. */
  private void record(
      Round round,
      String object,
      int client,
      String verb,
      String input,
      int server,
      Call call,
      Heard heard) {
    long begin = System.nanoTime();
    try {
      Api.Answer answer = call.at(apis.get(server));
      long end = System.nanoTime();
      if (answer.status() < 500) {
        round
            .history()
            .add(new Recorded(object, client, verb, input, heard.of(answer), begin, end));
        return;
      }
    } catch (IOException away) {
      LockSupport.parkNanos(20_000_000);
    }
    round
        .history()
        .add(new Recorded(object, client, verb, input, Recorded.UNKNOWN, begin, Long.MAX_VALUE));
  }

  private void label(int client, Round round, Random random, int server) throws IOException {
    String object = "labels/" + round.labelled();
    String path = path(round.inbox(), round.labelled());
    String label = LABELS.get(random.nextInt(LABELS.size()));
    switch (random.nextInt(3)) {
      case 0 -> change(round, object, client, "add", label, server, path);
      case 1 -> change(round, object, client, "remove", label, server, path);
      default ->
          record(
              round,
              object,
              client,
              "read",
              "",
              server,
              api -> api.get(path).expectOneOf(200, 503),
              answer -> words(answer.body().path("labels")));
    }
  }

  private void change(
      Round round, String object, int client, String verb, String label, int server, String path)
      throws IOException {
    String body = "{\"" + verb + "_labels\":[\"" + label + "\"]}";
    record(
        round,
        object,
        client,
        verb,
        label,
        server,
        api -> api.call("PATCH", path, body, Map.of()).expectOneOf(200, 503),
        answer -> words(answer.body().path("labels")));
  }

  private void append(int client, Round round, int server) throws IOException {
    String label = "e" + numbers.incrementAndGet();
    String body = "{\"add_labels\":[\"" + label + "\"]}";
    record(
        round,
        "log/" + round.inbox(),
        client,
        "append",
        label,
        server,
        api ->
            api.call("PATCH", path(round.inbox(), round.logged()), body, Map.of())
                .expectOneOf(200, 503),
        answer -> "done");
  }

  private void readLog(int client, Round round, int server) throws IOException {
    String path = log(round.inbox()) + round.cursor();
    record(
        round,
        "log/" + round.inbox(),
        client,
        "read",
        "",
        server,
        api -> api.get(path).expectOneOf(200, 503),
        answer -> logged(answer.body()));
  }

  private static String logged(JsonNode page) {
    List<String> entries = new ArrayList<>();
    for (JsonNode event : page.path("events")) {
      String label = event.path("data").path("label").asString();
      if (!LABELS.contains(label)) {
        entries.add(label);
      }
    }
    return Recorded.joined(entries);
  }

  /** Repeats with the same key until it is answered: what was counted of it is known then. */
  private void send(int client, Round round, int number) throws IOException {
    if (quotaIsUsed) {
      return;
    }
    String key = round.inbox().substring(0, round.inbox().indexOf('@')) + "-" + number;
    String body = "{\"to\":[\"" + key + "@client.test\"],\"text\":\"Hello " + key + "\"}";
    String path = "/inboxes/" + round.inbox() + "/messages/send";
    long begin = System.nanoTime();
    for (int turn = client; turn < TRIES; turn++) {
      try {
        Api.Answer answer =
            apis.get(turn % apis.size())
                .post(path, body, Map.of("Idempotency-Key", key))
                .expectOneOf(202, 409, 429, 503);
        long end = System.nanoTime();
        if (answer.status() == 202) {
          String send = answer.text("send_id");
          round.history().add(new Recorded("key/" + key, client, "send", key, send, begin, end));
          round.approvals().set(number, answer.text("approval_id"));
          return;
        }
        if (answer.status() == 429) {
          round
              .history()
              .add(
                  new Recorded(
                      "refused/" + key,
                      client,
                      "send",
                      Integer.toString(quota),
                      "refused",
                      begin,
                      end));
          quotaIsUsed = refusals.incrementAndGet() >= REFUSALS;
          return;
        }
      } catch (IOException away) {
        LockSupport.parkNanos(20_000_000);
      }
      LockSupport.parkNanos(5_000_000);
    }
    throw new IOException("no answer to " + key);
  }

  private void decide(int client, Round round, Random random, int server) throws IOException {
    String approval = round.approvals().get(random.nextInt(SENDS));
    if (approval == null) {
      return;
    }
    String object = "approval/" + approval;
    String verb = random.nextInt(6) == 0 ? VERBS.get(random.nextInt(VERBS.size())) : "read";
    Api human = humans.get(server);
    String path = "/approvals/" + approval;
    switch (verb) {
      case "read" ->
          record(
              round,
              object,
              client,
              verb,
              "",
              server,
              api -> api.get(path).expectOneOf(200, 503),
              answer -> answer.text("status"));
      case "cancelled" ->
          record(
              round,
              object,
              client,
              "decide",
              verb,
              server,
              api -> cancel(api, path),
              HistoryClients::status);
      default ->
          record(
              round,
              object,
              client,
              "decide",
              verb,
              server,
              api ->
                  human
                      .post(
                          path + (verb.equals("approved") ? "/approve" : "/reject"), "{}", Map.of())
                      .expectOneOf(200, 409, 503),
              HistoryClients::status);
    }
  }

  private static Api.Answer cancel(Api api, String approval) throws IOException {
    String send = api.get(approval).expectOneOf(200).text("send_id");
    return api.post("/sends/" + send + "/cancel", "{}", Map.of()).expectOneOf(200, 409, 503);
  }

  private static String status(Api.Answer answer) {
    return Integer.toString(answer.status());
  }
}
