package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.store.jdbc.UpgradeTo18Contract;
import java.sql.SQLException;

/** On PostgreSQL. */
class PostgresUpgradeTo18IT extends UpgradeTo18Contract {
  PostgresUpgradeTo18IT() throws SQLException {
    super(new PostgresDialect(), TestPostgres.connect(TestPostgres.schema()));
  }
}
