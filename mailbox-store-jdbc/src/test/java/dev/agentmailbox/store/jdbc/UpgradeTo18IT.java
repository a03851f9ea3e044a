package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.store.jdbc.sql.TestDialect;
import java.sql.DriverManager;
import java.sql.SQLException;

/** On H2. */
class UpgradeTo18IT extends UpgradeTo18Contract {
  UpgradeTo18IT() throws SQLException {
    super(new TestDialect(), DriverManager.getConnection("jdbc:h2:mem:"));
  }
}
