package dev.agentmailbox.server.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Slow
final class FatalErrorsIT {
  private static final int PATIENCE_SECONDS = 60;

  /** Where memory runs out. */
  enum Where {
    WORKER,
    SCHEDULED,
    REPEATED,
    IO_THREAD
  }

  /** A process one of whose threads meets the end of the heap while its main thread waits. */
  public static final class Victim {
    private Victim() {}

    public static void main(String[] args) throws Exception {
      FatalErrors.install();
      ScheduledThreads timer = new ScheduledThreads(1, new DaemonThreads("timer"));
      switch (Where.valueOf(args[0])) {
        case WORKER -> Executors.newFixedThreadPool(1).execute(Victim::runOut);
        case SCHEDULED -> {
          var unused = timer.schedule(Victim::runOut, 0, TimeUnit.SECONDS);
        }
        case REPEATED -> {
          var unused = timer.scheduleWithFixedDelay(Victim::runOut, 0, 1, TimeUnit.SECONDS);
        }
        case IO_THREAD -> ask(serveWithoutMemory());
      }
      new CountDownLatch(1).await();
    }

    private static void runOut() {
      throw new OutOfMemoryError("as from an allocation");
    }

    /** Ids are made on the I/O thread, before anything looks at the request. */
    private static int serveWithoutMemory() {
      MailboxHttp http =
          MailboxHttp.builder(HttpSettings.at("127.0.0.1", 0, "http://localhost:8080"))
              .ids(new IdFactory(new FullClock()))
              .build();
      http.start();
      return http.port();
    }

    private static void ask(int port) throws Exception {
      URI health = URI.create("http://127.0.0.1:" + port + "/v0/health");
      HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.discarding());
    }

    private static final class FullClock extends Clock {
      @Override
      public Instant instant() {
        runOut();
        return Instant.EPOCH;
      }

      @Override
      public long millis() {
        return instant().toEpochMilli();
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_process_whose_memory_runs_out_in_any_thread_ends(Where where) throws Exception {
    Process victim =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                where.name())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(victim.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ended");
      assertEquals(FatalErrors.EXIT_CODE, victim.exitValue());
    } finally {
      victim.destroyForcibly();
    }
  }
}
