package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients of three servers on one PostgreSQL saw, while a server is killed, one stands still
 * and the clocks of two are wrong, is what one server without concurrency could have answered:
 * labels, event log, keys of sends, decisions and the daily quota. {@code -Dhistory.operations} and
 * {@code -Dhistory.pause.seconds} for a longer history, {@code -Dhistory.file} to keep it for
 * another judge, {@code -Dhistory.url} for another empty database.
 */
@Slow
class HistoryIT {
  private static final int OPERATIONS = Integer.getInteger("history.operations", 2_000);
  private static final int QUOTA = Math.min(OPERATIONS / 200, 3_000);
  private static final int ROUNDS_AT_ONCE = 6;

  /** Mean time between two kills. */
  private static final int PAUSE_MILLIS = Integer.getInteger("history.pause.seconds", 8) * 1_000;

  private static final Duration OFF = Duration.ofSeconds(40);

  @TempDir Path directory;
  private final List<Recorded> quota = new ArrayList<>();
  private final Map<String, Integer> judged = new TreeMap<>();
  private volatile boolean troubled = true;

  private ServerProcess server(String name, String database, SmtpSink sink) throws IOException {
    return new ServerProcess(Files.createDirectories(directory.resolve(name)))
        .with("MAILBOX_DATABASE_URL", database)
        .with("MAILBOX_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]))
        .with("MAILBOX_PLAN_DAILY_RECIPIENTS", Integer.toString(QUOTA))
        .with("MAILBOX_PLAN_INBOX_LIMIT", "1000000")
        .with("MAILBOX_PLAN_API_CALLS_DAILY", "1000000000")
        .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port());
  }

  @Test
  void what_clients_saw_is_what_one_server_after_the_other_could_have_answered() throws Exception {
    long seed = Long.getLong("history.seed", System.nanoTime());
    String database = System.getProperty("history.url", "");
    if (database.isEmpty()) {
      PostgresUrl own = TestPostgres.schema();
      database = PostgresIT.address(own);
    }
    Path file =
        Path.of(System.getProperty("history.file", directory.resolve("history").toString()));
    try (SmtpSink sink = new SmtpSink();
        ServerProcess killed = server("killed", database, sink);
        ServerProcess still = server("still", database, sink).offBy(OFF.negated());
        ServerProcess steady = server("steady", database, sink).offBy(OFF);
        Writer lines = Files.newBufferedWriter(file)) {
      List<ServerProcess> servers = List.of(killed, steady, still);
      String address = killed.baseUrl().replace("127.0.0.1", "localhost");
      servers.forEach(server -> server.with("MAILBOX_BASE_URL", address).start());
      HistoryClients clients = new HistoryClients(servers, QUOTA);
      Thread trouble = new Thread(() -> makeTrouble(killed, still, new Random(seed)), "trouble");
      trouble.start();
      try {
        play(clients, lines, seed);
      } finally {
        troubled = false;
        trouble.join();
      }
    }
    try (Writer lines = Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
      for (Recorded op : quota) {
        lines.append(op.toJson()).append('\n');
      }
    }
    assertTrue(Linearizability.holds(ObjectModel.QUOTA, quota), "quota, seed " + seed);
    assertTrue(quota.stream().anyMatch(op -> op.output().equals("refused")), "never refused");
    System.out.println("history: operations by kind " + judged + ", quota " + quota.size());
  }

  private void play(HistoryClients clients, Writer lines, long seed) throws Exception {
    AtomicInteger recorded = new AtomicInteger();
    AtomicInteger rounds = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(ROUNDS_AT_ONCE);
    try {
      List<Callable<Integer>> players =
          Collections.nCopies(
              ROUNDS_AT_ONCE,
              () -> {
                while (recorded.get() < OPERATIONS) {
                  List<Recorded> history = clients.round(seed + rounds.incrementAndGet());
                  recorded.addAndGet(history.size());
                  judge(settled(history), lines, "seed " + seed);
                }
                return 0;
              });
      for (Future<Integer> player : threads.invokeAll(players)) {
        player.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  /**
   * Without reads that nobody answered. An append without an answer was done before the first read
   * that shows it ended; nobody saw the others.
   */
  private static List<Recorded> settled(List<Recorded> history) {
    List<Recorded> settled = new ArrayList<>();
    for (Recorded op : history) {
      if (!op.isUnknown()) {
        settled.add(op);
      } else if (op.verb().equals("append")) {
        history.stream()
            .filter(read -> read.object().equals(op.object()) && read.verb().equals("read"))
            .filter(read -> List.of(read.output().split(" ", -1)).contains(op.input()))
            .mapToLong(Recorded::end)
            .min()
            .ifPresent(end -> settled.add(op.done(end)));
      } else if (!op.verb().equals("read")) {
        settled.add(op);
      }
    }
    return settled;
  }

  private synchronized void judge(List<Recorded> history, Writer lines, String seed)
      throws IOException {
    for (Recorded op : history) {
      lines.append(op.toJson()).append('\n');
    }
    Map<String, List<Recorded>> objects = new HashMap<>();
    for (Recorded op : history) {
      objects.computeIfAbsent(op.object(), name -> new ArrayList<>()).add(op);
    }
    objects.forEach(
        (object, operations) -> {
          String kind = operations.get(0).kind();
          judged.merge(kind, operations.size(), Integer::sum);
          if (kind.equals("refused")) {
            quota.addAll(operations);
            return;
          }
          if (kind.equals("key")) {
            quota.add(taken(operations));
          } else if (kind.equals("approval")) {
            freed(operations).ifPresent(quota::add);
          }
          assertTrue(
              Linearizability.holds(ObjectModel.of(kind), operations),
              () -> seed + ", " + object + ":\n" + printed(operations));
        });
  }

  /** However often it is repeated, a key counts once, from the first call to the first answer. */
  private static Recorded taken(List<Recorded> repeats) {
    long call = repeats.stream().mapToLong(Recorded::call).min().orElseThrow();
    long end = repeats.stream().mapToLong(Recorded::end).min().orElseThrow();
    return ofTheDay("send", "taken", call, end);
  }

  /** What is rejected or cancelled is given back before anybody reads that it was. */
  private static Optional<Recorded> freed(List<Recorded> operations) {
    for (String status : List.of("rejected", "cancelled")) {
      List<Recorded> asked =
          operations.stream()
              .filter(op -> op.input().equals(status))
              .filter(op -> op.isUnknown() || op.output().equals("200"))
              .toList();
      OptionalLong end =
          operations.stream()
              .filter(op -> op.output().equals(status) || (asked.contains(op) && !op.isUnknown()))
              .mapToLong(Recorded::end)
              .min();
      if (end.isPresent()) {
        long call = asked.stream().mapToLong(Recorded::call).min().orElseThrow();
        return Optional.of(ofTheDay("free", "done", call, end.getAsLong()));
      }
    }
    return Optional.empty();
  }

  private static Recorded ofTheDay(String verb, String output, long call, long end) {
    return new Recorded("quota/day", 0, verb, Integer.toString(QUOTA), output, call, end);
  }

  private static String printed(List<Recorded> operations) {
    StringBuilder lines = new StringBuilder();
    operations.forEach(op -> lines.append(op.toJson()).append('\n'));
    return lines.toString();
  }

  private void makeTrouble(ServerProcess killed, ServerProcess still, Random random) {
    while (troubled) {
      pause(PAUSE_MILLIS / 2 + random.nextInt(PAUSE_MILLIS));
      killed.kill();
      killed.start();
      still.pause();
      pause(500 + random.nextInt(2_000));
      still.resume();
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
