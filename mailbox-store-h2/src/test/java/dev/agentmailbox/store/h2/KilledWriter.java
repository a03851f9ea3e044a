package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreFixtures;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A process that stores messages as fast as it can until it is killed. It says {@code ready}, then
 * the id of each message once its write has returned.
 */
final class KilledWriter {
  private static final int THREADS = 6;
  private static final long JOURNAL_BYTES = 100_000;

  private KilledWriter() {}

  /** Arguments: the data directory and the name of the round. */
  public static void main(String[] arguments) {
    // So little that it is killed in checkpoints, too.
    H2Store store =
        H2Store.open(
            Path.of(arguments[0]), Clock.systemUTC(), UnaryOperator.identity(), JOURNAL_BYTES);
    String round = arguments[1];
    if (store.read(tx -> tx.organizations().first()).isEmpty()) {
      StoreFixtures.world(store);
    }
    say("ready");
    AtomicInteger next = new AtomicInteger();
    for (int i = 0; i < THREADS; i++) {
      new Thread(
              () -> {
                while (true) {
                  String id = "msg_" + round + "x" + next.incrementAndGet();
                  Deliveries.deliver(store, id);
                  say(id);
                }
              })
          .start();
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
