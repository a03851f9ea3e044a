package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a database at the start, in bounded time: settings required for durability, and event logs
 * against their counters; reports the newest messages with missing content.
 */
final class IntegrityCheck {
  private static final int MAX_LOGS = 1_000;
  private static final int MAX_MESSAGES = 20;
  private static final String LOGS =
      "SELECT org_id, last_seq, min_seq FROM event_head FETCH FIRST " + MAX_LOGS + " ROWS ONLY";
  private static final String LAST_EVENT =
      """
      SELECT seq FROM event WHERE org_id = ? ORDER BY org_id DESC, seq DESC
      FETCH FIRST 1 ROW ONLY""";
  private static final String NEWEST_CONTENT =
      "SELECT content_key, message_id FROM message ORDER BY content_key DESC FETCH FIRST "
          + MAX_MESSAGES
          + " ROWS ONLY";

  private static final Logger LOG = LoggerFactory.getLogger(IntegrityCheck.class);

  private final H2Database database;
  private final Connection connection;
  private final ContentStore content;
  private final Set<String> lost;

  /**
   * A check of an open database.
   *
   * @param lost content known to be missing since an import
   */
  IntegrityCheck(H2Database database, ContentStore content, Set<String> lost) {
    this.lost = lost;
    this.database = database;
    this.connection = database.own();
    this.content = content;
  }

  /**
   * Runs every check.
   *
   * @throws StoreException with a one-line reason
   */
  void run() {
    try (Statement statement = connection.createStatement()) {
      requireNoOwnWrites();
      requireLogs(statement);
      lookForContent(statement);
    } catch (SQLException e) {
      throw new StoreException("the database cannot be checked", e);
    } catch (IOException e) {
      throw new StoreException("the content directory cannot be read", e);
    }
  }

  private void requireNoOwnWrites() {
    if (!database.writesOnlyOnRequest()) {
      throw new StoreException("the database is not configured for checkpoints", null);
    }
  }

  private void requireLogs(Statement statement) throws SQLException {
    try (ResultSet heads = statement.executeQuery(LOGS);
        PreparedStatement last = connection.prepareStatement(LAST_EVENT)) {
      while (heads.next()) {
        String organization = heads.getString("org_id");
        last.setString(1, organization);
        try (ResultSet event = last.executeQuery()) {
          long newest = event.next() ? event.getLong(1) : heads.getLong("min_seq") - 1;
          if (newest != heads.getLong("last_seq")) {
            throw new StoreException(
                "the event log of " + organization + " does not match its counter", null);
          }
        }
      }
    }
  }

  /**
   * Damage to one message must not prevent the start. It may also be an unacknowledged message,
   * journaled when the disk failed.
   */
  private void lookForContent(Statement statement) throws SQLException, IOException {
    try (ResultSet rows = statement.executeQuery(NEWEST_CONTENT)) {
      while (rows.next()) {
        String key = rows.getString("content_key");
        if (!lost.contains(key) && content.find(key).isEmpty()) {
          LOG.error(
              "the content {} of message {} is missing; its raw text and files cannot be read",
              key,
              rows.getString("message_id"));
        }
      }
    }
  }
}
