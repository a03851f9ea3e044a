package dev.agentmailbox.server.push;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.store.jdbc.postgres.PostgresStore;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Servers that open an empty database at the same time. */
class VapidKeysIT {
  private static final int SERVERS = 8;

  @Test
  void they_have_the_same_pair() throws Exception {
    Vault vault = Vault.ofThisProcess();
    CyclicBarrier begin = new CyclicBarrier(SERVERS);
    ExecutorService servers = Executors.newFixedThreadPool(SERVERS);
    try (PostgresStore store = PostgresStore.open(TestPostgres.schema(), Clock.systemUTC())) {
      Callable<String> server =
          () -> {
            begin.await();
            return VapidKeys.of(store, vault).extractPublicKeyInUncompressedFormAsString();
          };
      List<Future<String>> started =
          servers.invokeAll(Stream.generate(() -> server).limit(SERVERS).toList());
      Set<String> pairs = new HashSet<>();
      for (Future<String> one : started) {
        pairs.add(one.get());
      }
      assertEquals(1, pairs.size());
    } finally {
      servers.shutdownNow();
    }
  }
}
