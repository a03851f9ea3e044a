package dev.agentmailbox.examples.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Latency of mixed work at half of the rate that the server reaches. Each operation has a time at
 * which it is due, from which its latency counts: a pause of the server is felt by all operations
 * that were due meanwhile.
 */
public final class MixedLoad {
  private enum Kind {
    MAIL_IN,
    PAGE,
    MESSAGE,
    SEND,
    SEARCH
  }

  /** Of ten successive operations. */
  private static final List<Kind> MIX =
      List.of(
          Kind.MAIL_IN,
          Kind.PAGE,
          Kind.MESSAGE,
          Kind.SEND,
          Kind.PAGE, //
          Kind.MAIL_IN,
          Kind.MESSAGE,
          Kind.SEND,
          Kind.SEARCH,
          Kind.MESSAGE);

  /** Clients that work as fast as they can. */
  private static final int CLIENTS = 16;

  /** Enough to start each operation when it is due. */
  private static final int PACED_CLIENTS = 64;

  private static final int FIRST_MESSAGES = 200;
  private static final int RECIPIENTS = 500;
  private static final String TEXT = "Where is my order? It should be here by now.\r\n".repeat(40);
  private static final String ADDRESS = "mixed@agents.localhost";
  private static final String INBOX = "/v0/inboxes/" + ADDRESS;
  private static final Pattern MESSAGE_ID = Pattern.compile("\"message_id\":\"([^\"]+)\"");

  private record Operation(Kind kind, long nanos) {}

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final String key;
  private final int smtpPort;
  private final AtomicLong number = new AtomicLong();
  private volatile String messageId = "";

  private MixedLoad(String base, String key, int smtpPort) {
    this.base = base;
    this.key = key;
    this.smtpPort = smtpPort;
  }

  /**
   * Runs against a running server.
   *
   * @param args base URL, key, SMTP port, log of the server, port for the receiver of webhooks (and
   *     the next one), seconds of each of the three parts
   */
  public static void main(String[] args) throws Exception {
    BenchServer server = new BenchServer(args[0], args[1], Path.of(args[3]));
    server.createInbox("mixed");
    List<Receiver> receivers = new ArrayList<>();
    for (int port = Integer.parseInt(args[4]); receivers.size() < 2; port++) {
      receivers.add(new Receiver(port));
      server.createWebhook("http://127.0.0.1:" + port + "/ok", ADDRESS);
    }
    MixedLoad load = new MixedLoad(args[0], args[1], Integer.parseInt(args[2]));
    load.prepare();
    int seconds = Integer.parseInt(args[5]);
    int unused = load.run(CLIENTS, seconds, 0).size();
    double reached = (double) load.run(CLIENTS, seconds, 0).size() / seconds;
    Queue<Operation> operations = load.run(PACED_CLIENTS, seconds, reached / 2);
    System.out.printf(
        Locale.ROOT,
        "%.0f operations/s by %d clients; at half of that:%n%n"
            + "| Operation | Count | Median | 99 %% | 99.9 %% | Longest |%n"
            + "|---|---|---|---|---|---|%n",
        reached,
        CLIENTS);
    for (Kind kind : Kind.values()) {
      print(kind, operations);
    }
    long delivered = receivers.stream().mapToLong(receiver -> receiver.arrivals().count()).sum();
    System.out.printf(Locale.ROOT, "%n%d webhooks were delivered.%n", delivered);
  }

  private void prepare() throws IOException, InterruptedException {
    try (SmtpSession session = new SmtpSession(smtpPort)) {
      for (int i = 0; i < FIRST_MESSAGES; i++) {
        session.deliver(number.incrementAndGet(), ADDRESS, TEXT);
      }
    }
    Matcher id = MESSAGE_ID.matcher(call("GET", "/messages?limit=1", ""));
    if (!id.find()) {
      throw new IllegalStateException("there is no message");
    }
    messageId = id.group(1);
  }

  /** Operations of that many clients, as fast as they can or at that rate; what they took. */
  private Queue<Operation> run(int clients, int seconds, double rate) throws Exception {
    Queue<Operation> operations = new ConcurrentLinkedQueue<>();
    AtomicLong next = new AtomicLong();
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    var pool = Executors.newFixedThreadPool(clients);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      running.add(
          pool.submit(
              () -> {
                work(next, start, end, rate, operations);
                return null;
              }));
    }
    pool.shutdown();
    for (Future<?> client : running) {
      client.get();
    }
    return operations;
  }

  private void work(AtomicLong next, long start, long end, double rate, Queue<Operation> operations)
      throws IOException, InterruptedException {
    try (SmtpSession session = new SmtpSession(smtpPort)) {
      while (true) {
        long n = next.getAndIncrement();
        long due = rate == 0 ? System.nanoTime() : start + (long) (n * 1e9 / rate);
        if (due >= end) {
          return;
        }
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        Kind kind = MIX.get((int) (n % MIX.size()));
        operate(kind, session);
        operations.add(new Operation(kind, System.nanoTime() - due));
      }
    }
  }

  private void operate(Kind kind, SmtpSession session) throws IOException, InterruptedException {
    long n = number.incrementAndGet();
    switch (kind) {
      case MAIL_IN -> session.deliver(n, ADDRESS, TEXT);
      case PAGE -> call("GET", "/messages?limit=50", "");
      case MESSAGE -> call("GET", "/messages/" + messageId, "");
      case SEARCH -> call("GET", "/messages/search?q=order&limit=20", "");
      case SEND ->
          call(
              "POST",
              "/messages/send",
              "{\"to\":[\"r%d@example.com\"],\"subject\":\"Order %d\",\"text\":\"It left.\"}"
                  .formatted(n % RECIPIENTS, n));
    }
  }

  private String call(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + INBOX + path))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "mixed-" + System.nanoTime())
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200 && answer.statusCode() != 202) {
      throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  private static void print(Kind kind, Queue<Operation> operations) {
    double[] millis =
        operations.stream()
            .filter(operation -> operation.kind() == kind)
            .mapToDouble(operation -> operation.nanos() / 1e6)
            .sorted()
            .toArray();
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.1f ms | %.1f ms | %.1f ms | %.1f ms |%n",
        kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        millis.length,
        millis[millis.length / 2],
        millis[(int) (millis.length * 0.99)],
        millis[(int) (millis.length * 0.999)],
        millis[millis.length - 1]);
  }
}
