package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.store.jdbc.EarlierDataContract;
import dev.agentmailbox.store.jdbc.EarlierSchema;
import java.sql.Connection;

@Slow
class EarlierDatabaseIT implements EarlierDataContract {
  private final SettableClock clock = SettableClock.at("2026-01-01T12:00:00Z");
  private final PostgresUrl url = TestPostgres.schema();

  @Override
  public SettableClock clock() {
    return clock;
  }

  @Override
  public MailboxStore open() {
    return PostgresStore.open(url, clock);
  }

  @Override
  public void makeEarlier() throws Exception {
    try (Connection connection = TestPostgres.connect(url)) {
      EarlierSchema.restore(connection, new PostgresDialect());
    }
  }
}
