package dev.agentmailbox.server.e2e;

import dev.agentmailbox.server.e2e.HistoryClients.Call;
import dev.agentmailbox.server.e2e.HistoryClients.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;

/** One client of a round: what it asks, and what it writes down. */
final class HistoryClient {
  private static final int OPERATIONS = 24;
  private static final List<String> LABELS = List.of("a", "b", "c");
  private static final List<String> VERBS = List.of("approved", "rejected", "cancelled");

  private final HistoryClients clients;
  private final Round round;
  private final int client;
  private final Random random;

  HistoryClient(HistoryClients clients, Round round, int client, long seed) {
    this.clients = clients;
    this.round = round;
    this.client = client;
    this.random = new Random(seed);
  }

  void work() throws IOException {
    for (int i = 0; i < OPERATIONS; i++) {
      int server = clients.any(random);
      int kind = random.nextInt(20);
      if (kind < 9) {
        label(server);
      } else if (kind < 12) {
        append(server);
      } else if (kind < 14) {
        readLog(server);
      } else if (kind < 16) {
        send(random.nextInt(HistoryClients.SENDS));
      } else {
        decide(server);
      }
    }
  }

  /** Reads every object until it is answered, so that nothing is left that nobody saw. */
  void readAll() throws IOException {
    readUntilAnswered(this::readLabels);
    readUntilAnswered(this::readLog);
    for (int i = 0; i < HistoryClients.SENDS; i++) {
      String approval = round.approvals().get(i);
      if (approval != null) {
        readUntilAnswered(server -> readDecision(approval, server));
      }
    }
  }

  private void readUntilAnswered(IntPredicate read) throws IOException {
    for (int turn = 0; turn < HistoryClients.TRIES; turn++) {
      if (read.test(turn % clients.apis.size())) {
        return;
      }
      LockSupport.parkNanos(50_000_000);
    }
    throw new IOException("no answer to the last read of a round");
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

  /** Asks once; no answer, or one that says to come again, is unknown. Whether it is known. */
  private boolean record(
      String object, String verb, String input, int server, Call call, Heard heard) {
    long begin = System.nanoTime();
    try {
      Api.Answer answer = call.at(clients.apis.get(server));
      long end = System.nanoTime();
      if (answer.status() < 500) {
        round
            .history()
            .add(new Recorded(object, client, verb, input, heard.of(answer), begin, end));
        return true;
      }
    } catch (IOException away) {
      clients.failed(server);
      LockSupport.parkNanos(20_000_000);
    }
    round
        .history()
        .add(new Recorded(object, client, verb, input, Recorded.UNKNOWN, begin, Long.MAX_VALUE));
    return false;
  }

  private void label(int server) throws IOException {
    String object = "labels/" + round.labelled();
    String path = path(round.inbox(), round.labelled());
    String label = LABELS.get(random.nextInt(LABELS.size()));
    switch (random.nextInt(3)) {
      case 0 -> change(object, "add", label, server, path);
      case 1 -> change(object, "remove", label, server, path);
      default -> readLabels(server);
    }
  }

  private boolean readLabels(int server) {
    String path = path(round.inbox(), round.labelled());
    return record(
        "labels/" + round.labelled(),
        "read",
        "",
        server,
        api -> api.get(path).expectOneOf(200, 503),
        answer -> words(answer.body().path("labels")));
  }

  private void change(String object, String verb, String label, int server, String path)
      throws IOException {
    String body = "{\"" + verb + "_labels\":[\"" + label + "\"]}";
    record(
        object,
        verb,
        label,
        server,
        api -> api.call("PATCH", path, body, Map.of()).expectOneOf(200, 503),
        answer -> words(answer.body().path("labels")));
  }

  private void append(int server) throws IOException {
    String label = "e" + clients.numbers.incrementAndGet();
    String body = "{\"add_labels\":[\"" + label + "\"]}";
    record(
        "log/" + round.inbox(),
        "append",
        label,
        server,
        api ->
            api.call("PATCH", path(round.inbox(), round.logged()), body, Map.of())
                .expectOneOf(200, 503),
        answer -> "done");
  }

  private boolean readLog(int server) {
    String path = HistoryClients.log(round.inbox()) + round.cursor();
    return record(
        "log/" + round.inbox(),
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
  private void send(int number) throws IOException {
    if (clients.isQuotaUsed()) {
      return;
    }
    String key = round.inbox().substring(0, round.inbox().indexOf('@')) + "-" + number;
    String body = "{\"to\":[\"" + key + "@client.test\"],\"text\":\"Hello " + key + "\"}";
    String path = "/inboxes/" + round.inbox() + "/messages/send";
    long begin = System.nanoTime();
    for (int turn = client; turn < HistoryClients.TRIES; turn++) {
      try {
        Api.Answer answer =
            clients
                .apis
                .get(turn % clients.apis.size())
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
                      Integer.toString(clients.quota),
                      "refused",
                      begin,
                      end));
          clients.refused();
          return;
        }
      } catch (IOException away) {
        LockSupport.parkNanos(20_000_000);
      }
      LockSupport.parkNanos(5_000_000);
    }
    throw new IOException("no answer to " + key);
  }

  private void decide(int server) throws IOException {
    String approval = round.approvals().get(random.nextInt(HistoryClients.SENDS));
    if (approval == null) {
      return;
    }
    String object = "approval/" + approval;
    String verb = random.nextInt(6) == 0 ? VERBS.get(random.nextInt(VERBS.size())) : "read";
    Api human = clients.humans.get(server);
    String path = "/approvals/" + approval;
    switch (verb) {
      case "read" -> readDecision(approval, server);
      case "cancelled" ->
          record(object, "decide", verb, server, api -> cancel(api, path), HistoryClient::status);
      default ->
          record(
              object,
              "decide",
              verb,
              server,
              api ->
                  human
                      .post(
                          path + (verb.equals("approved") ? "/approve" : "/reject"), "{}", Map.of())
                      .expectOneOf(200, 409, 503),
              HistoryClient::status);
    }
  }

  private boolean readDecision(String approval, int server) {
    return record(
        "approval/" + approval,
        "read",
        "",
        server,
        api -> api.get("/approvals/" + approval).expectOneOf(200, 503),
        answer -> answer.text("status"));
  }

  private static Api.Answer cancel(Api api, String approval) throws IOException {
    Api.Answer found = api.get(approval).expectOneOf(200, 503);
    if (found.status() == 503) {
      return found;
    }
    String send = found.text("send_id");
    return api.post("/sends/" + send + "/cancel", "{}", Map.of()).expectOneOf(200, 409, 503);
  }

  private static String status(Api.Answer answer) {
    return Integer.toString(answer.status());
  }
}
