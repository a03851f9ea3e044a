package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.PgBouncer;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.ReplicatedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The primary of a PostgreSQL dies under load, and its synchronous standby is promoted. */
@Slow
@Execution(ExecutionMode.SAME_THREAD)
class FailoverIT {
  private static final long LOAD_SECONDS = 3;

  /** The goal is 10 s on an idle machine; beside other tests everything takes ten times as long. */
  private static final long BACK_SECONDS = 60;

  private static final int OUTPUT_CHARACTERS = 8_000;
  private static final String PGBOUNCER = "pgbouncer";

  @TempDir Path directory;

  private ServerProcess server(String name, PostgresUrl url, SmtpSink sink) throws IOException {
    return new ServerProcess(Files.createDirectories(directory.resolve(name)))
        .with("MAILBOX_DATABASE_URL", PostgresIT.address(url))
        .with("MAILBOX_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]))
        .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + sink.port());
  }

  @FunctionalInterface
  private interface Fault {
    void happen(ReplicatedPostgres postgres, NodesLoad load) throws Exception;
  }

  @Test
  void a_promoted_standby_has_everything_that_was_acknowledged_and_takes_mail_within_seconds()
      throws Exception {
    run(
        (postgres, load) -> {
          postgres.killPrimary();
          postgres.promote();
        });
  }

  /** A commit on the former primary waits for a standby that follows no more. */
  @Test
  void a_primary_that_was_not_told_of_the_promotion_acknowledges_nothing() throws Exception {
    run(
        (postgres, load) -> {
          postgres.promote();
          // What is in progress ends on either.
          TimeUnit.SECONDS.sleep(1);
          int received = load.received.size();
          int accepted = load.accepted.size();
          TimeUnit.SECONDS.sleep(LOAD_SECONDS);
          System.out.printf(
              "failover test: %d received and %d sends while there were two primaries%n",
              load.received.size() - received, load.accepted.size() - accepted);
          postgres.killFormerPrimary();
        });
  }

  /** It takes the log late, and applies it later. */
  @Test
  void a_standby_that_falls_behind_delays_acknowledgements_and_has_all_of_them_when_promoted()
      throws Exception {
    run(
        (postgres, load) -> {
          postgres.pauseStandby();
          // What the standby had taken is acknowledged.
          TimeUnit.SECONDS.sleep(1);
          int received = load.received.size();
          int accepted = load.accepted.size();
          TimeUnit.SECONDS.sleep(LOAD_SECONDS);
          assertEquals(received, load.received.size());
          // The answer to a send that the standby has may have waited for the hand-over.
          assertTrue(load.accepted.size() - accepted <= NodesLoad.THREADS);
          postgres.resumeStandby();
          postgres.pauseReplay();
          millisUntilMailIsTaken(load);
          TimeUnit.SECONDS.sleep(LOAD_SECONDS);
          postgres.killPrimary();
          postgres.promote();
        });
  }

  @Test
  void servers_behind_pgbouncer_take_mail_again_when_it_is_told_of_the_new_primary()
      throws Exception {
    try (ReplicatedPostgres postgres = new ReplicatedPostgres(directory.resolve("postgres"));
        PgBouncer pool = new PgBouncer(directory.resolve(PGBOUNCER), postgres.primaryPort())) {
      // What a server asks for at each connection, which here belongs to all.
      postgres.execute("ALTER ROLE postgres SET lock_timeout = '10s'");
      postgres.execute("ALTER ROLE postgres SET statement_timeout = '30s'");
      run(
          postgres,
          pool.url(),
          (ignored, load) -> {
            postgres.killPrimary();
            postgres.promote();
            pool.follow(postgres.primaryPort());
          });
    }
  }

  private void run(Fault fault) throws Exception {
    try (ReplicatedPostgres postgres = new ReplicatedPostgres(directory.resolve("postgres"))) {
      run(postgres, postgres.url(), fault);
    }
  }

  private void run(ReplicatedPostgres postgres, PostgresUrl url, Fault fault) throws Exception {
    try (SmtpSink sink = new SmtpSink();
        ServerProcess one = server("one", url, sink);
        ServerProcess two = server("two", url, sink)) {
      List<ServerProcess> servers = List.of(one, two);
      servers.forEach(ServerProcess::start);
      Api api = one.api();
      api.post("/inboxes", "{\"username\":\"nodes\"}", Map.of()).expect(200);
      NodesLoad load = new NodesLoad(servers);
      load.start();
      TimeUnit.SECONDS.sleep(LOAD_SECONDS);
      fault.happen(postgres, load);
      long back;
      try {
        back = millisUntilMailIsTaken(load);
      } catch (AssertionError failure) {
        throw new AssertionError(lastOutput(servers), failure);
      }
      TimeUnit.SECONDS.sleep(LOAD_SECONDS);
      load.stop();
      NodesIT.awaitSettled(api);
      LoadCheck.check(api, load, sink);
      System.out.printf(
          "failover test: mail taken again after %d ms; %d received, %d sends, %d cut off, %d asked"
              + " to come again%n",
          back,
          load.received.size(),
          load.accepted.size(),
          load.cutOff.get(),
          load.askedToComeAgain.get());
    }
  }

  /** What the servers printed last, and PgBouncer if it ran. */
  private String lastOutput(List<ServerProcess> servers) throws IOException {
    List<String> output = new ArrayList<>();
    for (ServerProcess server : servers) {
      output.add(server.output());
    }
    Path pool = PgBouncer.log(directory.resolve(PGBOUNCER));
    if (Files.exists(pool)) {
      output.add(Files.readString(pool));
    }
    return output.stream()
        .map(text -> text.substring(Math.max(0, text.length() - OUTPUT_CHARACTERS)))
        .collect(Collectors.joining("\n...\n"));
  }

  private static long millisUntilMailIsTaken(NodesLoad load) {
    long start = System.nanoTime();
    int received = load.received.size();
    int accepted = load.accepted.size();
    while (load.received.size() == received || load.accepted.size() == accepted) {
      assertTrue(
          System.nanoTime() - start < TimeUnit.SECONDS.toNanos(BACK_SECONDS),
          "no mail is taken after the promotion");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }
}
