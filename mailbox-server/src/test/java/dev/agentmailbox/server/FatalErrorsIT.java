package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FatalErrorsIT {
  private static final int PATIENCE_SECONDS = 60;

  /** A process whose pool meets the end of the heap while its main thread waits. */
  public static final class Victim {
    private Victim() {}

    public static void main(String[] args) throws InterruptedException {
      FatalErrors.endTheProcess();
      ExecutorService pool = Executors.newFixedThreadPool(1);
      pool.execute(
          () -> {
            throw new OutOfMemoryError("as from an allocation");
          });
      Thread.sleep(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }
  }

  @Test
  void a_process_whose_memory_runs_out_in_any_thread_ends() throws Exception {
    Process victim =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(victim.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ended");
    assertEquals(FatalErrors.EXIT_CODE, victim.exitValue());
  }
}
