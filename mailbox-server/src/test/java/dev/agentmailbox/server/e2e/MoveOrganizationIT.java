package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An organization moves between two databases, to and fro, while its mail comes and goes at the
 * servers of both, and every other move is killed and run again. {@code -Dmove.rounds=100} for a
 * long run.
 */
@Slow
class MoveOrganizationIT {
  private static final int MAX_REPEATS = 5;
  private static final int ROUNDS = Integer.getInteger("move.rounds", 2);
  private static final String OTHER_KEY = "sk_e2etestb_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
  private static final String MASTER_KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final Pattern MOVED = Pattern.compile("refused for (\\d+) ms");
  private static final int MAX_KILL_MILLIS = 3_000;
  private static final long BETWEEN_MILLIS = 1_000;

  @TempDir Path directory;

  private final Random random = new Random();
  private final List<Long> pauses = new ArrayList<>();
  private int kills;

  private ServerProcess server(String name, PostgresUrl database, SmtpSink sink)
      throws IOException {
    return new ServerProcess(Files.createDirectories(directory.resolve(name)))
        .with("MAILBOX_DATABASE_URL", PostgresIT.address(database))
        .with("MAILBOX_MASTER_KEY", MASTER_KEY)
        .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port());
  }

  @Test
  void an_organization_moves_under_load_and_nothing_is_lost_or_doubled() throws Exception {
    PostgresUrl here = TestPostgres.database();
    PostgresUrl there = TestPostgres.database();
    try (SmtpSink sink = new SmtpSink();
        ServerProcess one = server("one", here, sink);
        ServerProcess two =
            server("two", there, sink).with("MAILBOX_BOOTSTRAP_API_KEY", OTHER_KEY)) {
      one.start();
      two.startWithoutKey();
      Api api = one.api();
      api.post("/inboxes", "{\"username\":\"nodes\"}", Map.of()).expect(200);
      String organization = api.get("/auth/me").expect(200).text("organization_id");
      NodesLoad load = new NodesLoad(List.of(one, two)).movingBetweenServers();
      load.start();
      PostgresUrl from = here;
      PostgresUrl to = there;
      for (int round = 0; round < ROUNDS; round++) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
        move(organization, from, to, round % 2 == 1);
        PostgresUrl back = from;
        from = to;
        to = back;
      }
      load.stop();
      Api last = ROUNDS % 2 == 0 ? one.api() : two.api();
      Api before = ROUNDS % 2 == 0 ? two.api() : one.api();
      assertEquals(401, before.get("/auth/me").status());
      ServerProcess left = ROUNDS % 2 == 0 ? two : one;
      try (SmtpSender sender = new SmtpSender(left.smtpPort())) {
        IOException refused =
            assertThrows(
                IOException.class,
                () -> sender.send("bob@client.test", NodesLoad.INBOX, "Subject: late", "", "text"));
        assertTrue(String.valueOf(refused.getMessage()).contains("said 451"), refused::getMessage);
      }
      NodesIT.awaitSettled(last);
      LoadCheck.check(last, load, sink);
      System.out.printf(
          "move test: %d moves, %d kills; %d received, %d sends, %d cut off, %d asked to come again;"
              + " pauses in ms %s%n",
          ROUNDS,
          kills,
          load.received.size(),
          load.accepted.size(),
          load.cutOff.get(),
          load.askedToComeAgain.get(),
          pauses);
    }
  }

  @Test
  void an_organization_leaves_h2_for_a_database_in_use_and_is_exported_under_load()
      throws Exception {
    PostgresUrl there = TestPostgres.database();
    PostgresUrl third = TestPostgres.database();
    try (SmtpSink sink = new SmtpSink();
        ServerProcess one =
            new ServerProcess(Files.createDirectories(directory.resolve("one")))
                .with("MAILBOX_MASTER_KEY", MASTER_KEY)
                .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port());
        ServerProcess two =
            server("two", there, sink).with("MAILBOX_BOOTSTRAP_API_KEY", OTHER_KEY)) {
      one.start();
      two.startWithoutKey();
      one.api().post("/inboxes", "{\"username\":\"nodes\"}", Map.of()).expect(200);
      String organization = one.api().get("/auth/me").expect(200).text("organization_id");
      NodesLoad load = new NodesLoad(List.of(one, two)).movingBetweenServers();
      load.start();
      TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
      one.stop();
      String data = directory.resolve("one").resolve("data").toString();
      Map<String, String> ofH2 = Map.of("MAILBOX_DATA_DIR", data);
      transfer(ofH2, "export", "--organization", organization, path("of-h2"));
      transfer(of(there), "import", path("of-h2"));
      String again = run(of(there), 2, "import", path("of-h2"));
      assertTrue(again.contains("already has the organization"), again);
      two.api().get("/auth/me").expect(200);
      TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
      transfer(of(there), "export", "--organization", organization, path("under-load"));
      load.stop();
      NodesIT.awaitSettled(two.api());
      LoadCheck.check(two.api(), load, sink);
      transfer(of(third), "import", path("under-load"));
      transfer(of(third), "export", "--organization", organization, path("frozen"));
      assertEquals(rows(path("under-load")), rows(path("frozen")));
    }
  }

  private static Map<String, String> of(PostgresUrl database) {
    return Map.of("MAILBOX_DATABASE_URL", PostgresIT.address(database));
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static void transfer(Map<String, String> settings, String... arguments)
      throws IOException, InterruptedException {
    var unused = run(settings, 0, arguments);
  }

  /** The sorted lines of each table but that of people, who may be known already. */
  private static Map<String, List<String>> rows(String export) throws IOException {
    Map<String, List<String>> rows = new TreeMap<>();
    try (Stream<Path> files = Files.list(Path.of(export, "rows"))) {
      for (Path file : files.filter(f -> !f.endsWith("human.ndjson")).toList()) {
        rows.put(file.getFileName() + "", Files.readAllLines(file).stream().sorted().toList());
      }
    }
    return rows;
  }

  private void move(String organization, PostgresUrl from, PostgresUrl to, boolean kill)
      throws IOException, InterruptedException {
    if (kill) {
      Process killed =
          start(of(from), "move-organization", organization, "--to", PostgresIT.address(to));
      if (!killed.waitFor(random.nextInt(MAX_KILL_MILLIS), TimeUnit.MILLISECONDS)) {
        killed.destroyForcibly().waitFor();
        kills++;
      }
    }
    String output = "";
    int status = -1;
    // A busy machine holds a table longer than the command waits for it; it says so.
    for (int i = 0; i < MAX_REPEATS && status != 0; i++) {
      assertTrue(status < 0 || output.contains("run it again"), output);
      Process process =
          start(of(from), "move-organization", organization, "--to", PostgresIT.address(to));
      output = output(process);
      status = process.waitFor();
    }
    Matcher moved = MOVED.matcher(output);
    assertTrue(moved.find(), output);
    pauses.add(Long.parseLong(moved.group(1)));
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String run(Map<String, String> settings, int status, String... arguments)
      throws IOException, InterruptedException {
    Process process = start(settings, arguments);
    String output = output(process);
    assertEquals(status, process.waitFor(), output);
    return output;
  }

  private static Process start(Map<String, String> settings, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-jar", ServerProcess.jar().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAILBOX_"));
    builder.environment().putAll(settings);
    return builder.redirectErrorStream(true).start();
  }
}
