package dev.agentmailbox.server;

import dev.agentmailbox.server.config.ConfigReader;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The server on a machine whose clock is wrong by the seconds that the first argument says. */
public final class SkewedServer {
  private SkewedServer() {}

  public static void main(String[] args) throws Exception {
    Clock machine = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(Long.parseLong(args[0])));
    Wiring server = Wiring.start(ConfigReader.read(System.getenv(), null), machine);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  stopped.countDown();
                }));
    stopped.await();
  }
}
