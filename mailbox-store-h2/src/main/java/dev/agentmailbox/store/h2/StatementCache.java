package dev.agentmailbox.store.h2;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Idle prepared statements of one connection. Belongs to one thread. */
final class StatementCache {
  private static final int MAX_STATEMENTS = 256;

  private final Connection connection;

  /** By text, least recently returned first. */
  private final Map<String, PreparedStatement> free = new LinkedHashMap<>();

  StatementCache(Connection connection) {
    this.connection = connection;
  }

  PreparedStatement take(String sql) throws SQLException {
    PreparedStatement statement = free.remove(sql);
    return statement == null ? connection.prepareStatement(sql) : statement;
  }

  void giveBack(String sql, PreparedStatement statement) throws SQLException {
    statement.clearParameters();
    statement.clearBatch();
    PreparedStatement twin = free.put(sql, statement);
    if (twin != null) {
      twin.close();
    }
    if (free.size() > MAX_STATEMENTS) {
      Iterator<PreparedStatement> oldest = free.values().iterator();
      oldest.next().close();
      oldest.remove();
    }
  }
}
