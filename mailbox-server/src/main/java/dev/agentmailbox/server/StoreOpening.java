package dev.agentmailbox.server;

import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.postgres.PostgresStore;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import java.io.IOException;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the store that the settings name and tidies it up. */
final class StoreOpening {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOpening.class);

  private StoreOpening() {}

  /**
   * Opens PostgreSQL when there is an address of it, else H2 in the data directory. The data
   * directory is there afterwards in both cases: secrets live in it.
   *
   * @throws StoreException in one line why it cannot be opened
   */
  static MailboxStore open(ServerConfig config, Clock clock) throws IOException {
    MailboxStore store;
    if (config.databaseUrl().isPresent()) {
      OwnerOnly.createDirectories(config.dataDirectory());
      OwnerOnly.restrict(config.dataDirectory());
      PostgresUrl url = config.databaseUrl().get();
      store = PostgresStore.open(url, clock);
    } else {
      store = H2Store.open(config.dataDirectory(), clock);
    }
    try {
      sweep(store);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Removes content that a crash left behind without a row. */
  private static void sweep(MailboxStore store) {
    try {
      int removed = store.content().sweep(key -> store.read(tx -> tx.messages().namesContent(key)));
      if (removed > 0) {
        LOG.info("removed {} contents that no row names", removed);
      }
    } catch (IOException e) {
      LOG.warn("content that no row names could not be removed; the next start tries again", e);
    }
  }
}
