package dev.agentmailbox.store.h2;

import java.sql.Connection;
import java.sql.SQLException;

/** Provides the single write connection. */
final class WriterDataSource extends ConnectionSource {
  private final JournaledConnection connection;

  WriterDataSource(JournaledConnection connection) {
    this.connection = connection;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connection.use();
  }
}
