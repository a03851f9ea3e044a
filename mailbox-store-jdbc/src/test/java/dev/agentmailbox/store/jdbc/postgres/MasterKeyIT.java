package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.service.webhook.MasterKeyCheck;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Servers with different master keys that open an empty database at the same time. */
class MasterKeyIT {
  private static final int SERVERS = 8;

  @Test
  void only_one_of_them_starts() throws Exception {
    PostgresUrl url = TestPostgres.schema();
    try (Mailbox mailbox =
        Mailbox.builder().store(PostgresStore.open(url, Clock.systemUTC())).build()) {
      List<Callable<Boolean>> starts =
          Stream.<Callable<Boolean>>generate(() -> () -> starts(mailbox)).limit(SERVERS).toList();
      assertEquals(1, Collections.frequency(Nodes.atOnce(starts), true));
    }
  }

  private static boolean starts(Mailbox mailbox) {
    try {
      new MasterKeyCheck(mailbox.context(), Vault.ofThisProcess()).run();
      return true;
    } catch (StoreException otherKey) {
      return false;
    }
  }
}
