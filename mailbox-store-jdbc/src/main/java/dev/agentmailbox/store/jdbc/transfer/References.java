package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Checks referential integrity and that event logs have no gaps. */
final class References {
  /** A reference from one table to another by columns of the same names. */
  private record Reference(String from, String to, List<String> columns) {
    String sql() {
      String same =
          columns.stream().map(c -> "b." + c + " = a." + c).collect(Collectors.joining(" AND "));
      return "SELECT COUNT(*) FROM %s a WHERE NOT EXISTS (SELECT 1 FROM %s b WHERE %s)"
          .formatted(from, to, same);
    }
  }

  private static final List<String> ORGANIZATION = List.of("org_id");
  private static final List<String> INBOX = List.of("org_id", "inbox_id");
  private static final List<String> MESSAGE = List.of("org_id", "inbox_id", "message_id");
  private static final List<String> THREAD = List.of("org_id", "thread_id");
  private static final List<String> DRAFT = List.of("org_id", "draft_id");

  /** Grants and keys are never deleted; tokens and unused clients are. */
  private static final List<String> GRANT = List.of("org_id", "grant_id");

  private static final List<String> KEY = List.of("org_id", "key_id");

  private static final List<String> PREFIX = List.of("org_id", "key_id", "prefix");
  private static final List<String> HASH = List.of("org_id", "code_id", "code_hash");

  private static final List<Reference> ALL =
      List.of(
          new Reference("pod", "organization", ORGANIZATION),
          new Reference("inbox", "pod", List.of("org_id", "pod_id")),
          new Reference("message", "inbox", INBOX),
          new Reference("message", "message_body", MESSAGE),
          new Reference("message_body", "message", MESSAGE),
          new Reference("message_label", "message", MESSAGE),
          new Reference("search_document", "message", MESSAGE),
          new Reference("message", "thread", THREAD),
          new Reference("thread_label", "thread", THREAD),
          new Reference("draft", "inbox", INBOX),
          new Reference("draft", "draft_body", DRAFT),
          new Reference("draft_body", "draft", DRAFT),
          new Reference("draft_attachment", "draft", DRAFT),
          new Reference("membership", "organization", ORGANIZATION),
          new Reference("membership", "human", List.of("user_id")),
          new Reference("passkey", "human", List.of("user_id")),
          new Reference("push_subscription", "human", List.of("user_id")),
          new Reference("grant_token", "access_grant", GRANT),
          new Reference("access_grant", "api_key", KEY),
          new Reference("api_key", "api_key_prefix", PREFIX),
          new Reference("api_key_prefix", "api_key", PREFIX),
          new Reference("directed_code", "directed_code_hash", HASH),
          new Reference("directed_code_hash", "directed_code", HASH),
          new Reference("event", "event_head", ORGANIZATION));

  private static final String LOGS =
      """
      SELECT COUNT(*) FROM event_head h WHERE h.last_seq - h.min_seq + 1 <>
        (SELECT COUNT(*) FROM event e
         WHERE e.org_id = h.org_id AND e.seq BETWEEN h.min_seq AND h.last_seq)""";

  private References() {}

  static void check(Connection connection, Consumer<Damage> damages) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Reference reference : ALL) {
        long lost = count(statement, reference.sql());
        if (lost > 0) {
          damages.accept(
              new Damage("table " + reference.from(), lost + " rows without " + reference.to()));
        }
      }
      long logs = count(statement, LOGS);
      if (logs > 0) {
        damages.accept(new Damage("table event", logs + " logs with gaps"));
      }
    }
  }

  private static long count(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
