package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.postgres.OwnPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away under the server and comes back. */
@Slow
class DatabaseAwayIT {
  private static final String INBOX = "pgmail@agents.localhost";
  private static final long BACK_SECONDS = 30;

  @TempDir Path directory;

  @Test
  void while_the_database_is_away_callers_are_asked_to_come_again_and_later_all_is_well()
      throws Exception {
    try (OwnPostgres postgres = new OwnPostgres(directory.resolve("postgres"));
        ServerProcess server =
            new ServerProcess(directory)
                .with("MAILBOX_DATABASE_URL", PostgresIT.address(postgres.url()))) {
      Api api = server.start().api();
      api.post("/inboxes", "{\"username\":\"pgmail\"}", Map.of()).expect(200);
      PostgresIT.deliver(server, "before");
      assertEquals(202, PostgresIT.send(api, "before").status());

      postgres.stop();
      ExecutorService callers = Executors.newCachedThreadPool();
      Future<Boolean> mail = callers.submit(() -> isAskedToComeAgain(server));
      List<Callable<Api.Answer>> calls =
          List.of(
              () -> api.get("/inboxes"),
              () -> PostgresIT.send(api, "away"),
              () -> api.get("/events"));
      for (Future<Api.Answer> answer : callers.invokeAll(calls)) {
        Api.Answer away = answer.get();
        assertEquals(503, away.status(), away.toString());
        assertTrue(away.body().toString().contains("upstream_unavailable"), away.toString());
        assertTrue(
            Integer.parseInt(away.headers().getOrDefault("retry-after", List.of("0")).get(0)) >= 1);
      }
      assertEquals(200, api.get("/health").status());
      assertTrue(mail.get(), "451");
      callers.shutdown();

      postgres.start();
      awaitBack(api);
      assertEquals(202, PostgresIT.send(api, "away").status(), "the same key again");
      PostgresIT.deliver(server, "away");
      awaitSent(api, 2);
      assertEquals(
          2, api.all("/inboxes/" + INBOX + "/messages?labels=received", "messages").size());
    }
  }

  private static boolean isAskedToComeAgain(ServerProcess server) {
    IOException refused = assertThrows(IOException.class, () -> PostgresIT.deliver(server, "away"));
    return String.valueOf(refused.getMessage()).contains("said 451");
  }

  private static void awaitBack(Api api) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BACK_SECONDS);
    while (api.get("/inboxes").status() != 200) {
      assertTrue(System.nanoTime() < deadline, "it does not recover");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private static void awaitSent(Api api, int count) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BACK_SECONDS);
    while (api.all("/sends?status=sent", "sends").size() < count) {
      assertTrue(System.nanoTime() < deadline, "mail is not sent");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }
}
