package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of several servers: they deliver and send at whichever answers, come again with the same
 * key at another one when it does not, and note what was promised to them.
 */
final class NodesLoad {
  static final String INBOX = "nodes@agents.localhost";
  static final int MANY = 50;

  /** That deliver, and as many that send. */
  static final int THREADS = 4;

  private static final long PAUSE_MILLIS = Long.getLong("nodes.pause.millis", 15);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** A server that did not answer is left alone for so long. */
  private static final Duration AVOID = Duration.ofSeconds(2);

  /** Acknowledged with 250, by Message-ID. */
  final Set<String> received = ConcurrentHashMap.newKeySet();

  /** Acknowledged with 202: the id of the send by its key. */
  final Map<String, String> accepted = new ConcurrentHashMap<>();

  /** Another answer to a repeat than to the first. */
  final Set<String> doubled = ConcurrentHashMap.newKeySet();

  /** Answers that are none of those that may be. */
  final Set<String> strange = ConcurrentHashMap.newKeySet();

  final AtomicInteger acceptedRecipients = new AtomicInteger();
  final AtomicInteger cutOff = new AtomicInteger();
  final AtomicInteger askedToComeAgain = new AtomicInteger();

  private final List<ServerProcess> servers;
  private final List<Api> apis;
  private final AtomicLongArray failedAt;
  private final AtomicInteger number = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean running = true;
  private boolean movesBetweenServers;

  NodesLoad(List<ServerProcess> servers) {
    this.servers = servers;
    this.failedAt = new AtomicLongArray(servers.size());
    for (int i = 0; i < servers.size(); i++) {
      failedAt.set(i, System.nanoTime() - AVOID.toNanos());
    }
    this.apis = servers.stream().map(server -> server.api().within(PATIENCE)).toList();
  }

  /** The key is known at one server at a time. */
  NodesLoad movingBetweenServers() {
    movesBetweenServers = true;
    return this;
  }

  void start() {
    for (int i = 0; i < THREADS; i++) {
      threads.add(new Thread(this::deliver, "deliver"));
      threads.add(new Thread(this::send, "send"));
    }
    threads.forEach(Thread::start);
  }

  void stop() throws InterruptedException {
    running = false;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Sends to many recipients at once, on several threads, until the day allows no more. */
  void useUp() throws InterruptedException {
    List<Thread> users = new ArrayList<>();
    for (int i = 0; i < 2 * servers.size(); i++) {
      users.add(new Thread(this::useUpAlone, "use-up"));
    }
    users.forEach(Thread::start);
    for (Thread user : users) {
      user.join();
    }
  }

  private void useUpAlone() {
    for (int many = MANY; many >= 1; many = many == MANY ? 7 : many - 6) {
      boolean more = true;
      while (more) {
        more = sendOne("use-" + number.incrementAndGet(), many);
      }
    }
  }

  /** One that did not fail just now, as a load balancer would choose. */
  private int any() {
    int first = ThreadLocalRandom.current().nextInt(servers.size());
    for (int i = 0; i < servers.size(); i++) {
      int chosen = (first + i) % servers.size();
      if (System.nanoTime() - failedAt.get(chosen) > AVOID.toNanos()) {
        return chosen;
      }
    }
    return first;
  }

  private void failed(int server) {
    cutOff.incrementAndGet();
    failedAt.set(server, System.nanoTime());
    pause();
  }

  /** As a mail server that has something new each time: what was not acknowledged may be there. */
  private void deliver() {
    while (running) {
      int chosen = any();
      try (SmtpSender sender = new SmtpSender(servers.get(chosen).smtpPort(), PATIENCE)) {
        for (int i = 0; i < 20 && running; i++) {
          String id = "<in-" + number.incrementAndGet() + "@client.test>";
          sender.send(
              "bob@client.test",
              INBOX,
              "From: bob@client.test",
              "To: " + INBOX,
              "Message-ID: " + id,
              "Subject: message " + id.hashCode(),
              "",
              "text ".repeat(100));
          received.add(id);
          pause();
        }
      } catch (IOException away) {
        failed(chosen);
      }
    }
  }

  private void send() {
    boolean more = true;
    while (running && more) {
      more = sendOne("send-" + number.incrementAndGet(), 1);
      pause();
    }
  }

  /** Repeats until it is accepted, or refused for good; false when the day allows no more. */
  private boolean sendOne(String key, int recipients) {
    while (true) {
      int chosen = any();
      try {
        Api.Answer answer = post(apis.get(chosen), key, recipients);
        switch (answer.status()) {
          case 202 -> {
            accept(key, answer.text("send_id"), recipients);
            return true;
          }
          case 429 -> {
            return false;
          }
          case 401 -> {
            if (!movesBetweenServers) {
              strange.add(key + ": 401");
              return true;
            }
            failed(chosen);
          }
          case 503 -> {
            askedToComeAgain.incrementAndGet();
            pause();
          }
          default -> {
            strange.add(key + ": " + answer.status() + " " + answer.body());
            return true;
          }
        }
      } catch (IOException away) {
        failed(chosen);
      }
    }
  }

  private void accept(String key, String sendId, int recipients) {
    String before = accepted.putIfAbsent(key, sendId);
    if (before == null) {
      acceptedRecipients.addAndGet(recipients);
    } else if (!before.equals(sendId)) {
      doubled.add(key);
    }
  }

  /** Asks once more, at any server that answers, and compares. */
  void repeat(String key) {
    while (true) {
      int chosen = any();
      try {
        Api.Answer answer = post(apis.get(chosen), key, 1);
        if (answer.status() != 202 || !answer.text("send_id").equals(accepted.get(key))) {
          doubled.add(key + ": " + answer.status());
        }
        return;
      } catch (IOException away) {
        failed(chosen);
      }
    }
  }

  private static Api.Answer post(Api api, String key, int recipients) throws IOException {
    StringBuilder to = new StringBuilder();
    for (int i = 0; i < recipients; i++) {
      to.append(i == 0 ? "" : ",").append('"').append(key).append('.').append(i);
      to.append("@client.test\"");
    }
    return api.post(
        "/inboxes/" + INBOX + "/messages/send",
        "{\"to\":[" + to + "],\"subject\":\"" + key + "\",\"text\":\"hello\"}",
        Map.of("Idempotency-Key", key));
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
  }
}
