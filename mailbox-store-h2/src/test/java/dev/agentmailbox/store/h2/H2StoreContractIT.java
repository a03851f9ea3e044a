package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreContracts;
import dev.agentmailbox.port.StoreFixtures;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The H2 store keeps every promise of the ports, never reads a whole table or sorts a list on the
 * way, and has the same rows when it was killed afterwards.
 */
@Execution(ExecutionMode.CONCURRENT)
class H2StoreContractIT extends StoreContracts {
  private static final QueryPlans PLANS = new QueryPlans();
  private static final long JOURNAL_BYTES = 1024 * 1024;
  private static final int STATEMENTS_AT_LEAST = 100;

  @TempDir Path directory;
  private H2Store store;

  @BeforeEach
  void open() {
    Clock clock = SettableClock.at(StoreFixtures.START);
    store = H2Store.open(directory.resolve("data"), clock, PLANS::noting, JOURNAL_BYTES);
  }

  @AfterEach
  void close() throws SQLException {
    PLANS.assertIndexed(store.database().own());
    Killed.assertRunAgain(store, directory.resolve("data"), directory.resolve("copy"));
    store.close();
  }

  @AfterAll
  static void the_plans_of_all_statements_were_looked_at() {
    assertTrue(PLANS.count() > STATEMENTS_AT_LEAST, PLANS.count() + " statements");
  }

  @Override
  protected MailboxStore store() {
    return store;
  }
}
