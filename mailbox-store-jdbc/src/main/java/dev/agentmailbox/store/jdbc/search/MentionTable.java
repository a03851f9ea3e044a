package dev.agentmailbox.store.jdbc.search;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.port.message.SearchStore.Entry;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.UnionQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names among the words of messages: a row for each, so that one range finds them. */
final class MentionTable {
  private static final String INSERT =
      """
      INSERT INTO mention (org_id, name, pod_id, inbox_id, created_at, message_id, thread_id)
      VALUES (:org_id, :name, :pod_id, :inbox_id, :created_at, :message_id, :thread_id)""";
  private static final String DELETE =
      """
      DELETE FROM mention
      WHERE org_id = :org_id AND name = :name AND pod_id = :pod_id AND inbox_id = :inbox_id
        AND created_at = :created_at AND message_id = :message_id""";

  /** In the order of the primary key, backwards. */
  private static final String SELECT =
      """
      SELECT m.* FROM (SELECT name, inbox_id, created_at, message_id, thread_id FROM mention
      WHERE org_id = :org_id%s AND name = :key#
      ORDER BY org_id DESC, name DESC, pod_id DESC, inbox_id DESC, created_at DESC, message_id DESC
      FETCH FIRST :limit ROWS ONLY) m""";

  private final Statements statements;

  MentionTable(Statements statements) {
    this.statements = statements;
  }

  void insert(Scope inbox, long createdAt, Entry entry, Set<String> words) {
    DirectUpdate batch = statements.direct(INSERT);
    for (String word : words) {
      if (SearchStore.isName(word)) {
        bind(batch, inbox, word, createdAt, entry.messageId())
            .bind("thread_id", entry.threadId())
            .add();
      }
    }
    statements.writeAll(batch);
  }

  void remove(Scope inbox, Collection<Removed> messages) {
    DirectUpdate batch = statements.direct(DELETE);
    for (Removed message : messages) {
      Arrays.stream(message.words().split(" "))
          .filter(SearchStore::isName)
          .forEach(
              name -> bind(batch, inbox, name, message.createdAt(), message.messageId()).add());
    }
    statements.writeAll(batch);
  }

  /**
   * A message that leaves the index.
   *
   * @param words as stored
   */
  record Removed(String messageId, long createdAt, String words) {}

  private static DirectUpdate bind(
      DirectUpdate batch, Scope inbox, String name, long createdAt, String messageId) {
    return batch
        .bind("org_id", inbox.organizationId())
        .bind("name", name)
        .bind("pod_id", inbox.podId())
        .bind("inbox_id", inbox.inboxId())
        .bind("created_at", createdAt)
        .bind("message_id", messageId);
  }

  /** See {@link SearchStore#naming}. */
  Map<String, List<Entry>> find(Scope scope, Collection<String> names, int limit) {
    Map<String, List<Entry>> naming = new HashMap<>();
    String inside =
        (scope.podId() == null ? "" : " AND pod_id = :pod_id")
            + (scope.inboxId() == null ? "" : " AND inbox_id = :inbox_id");
    UnionQuery.findEach(
        statements,
        SELECT.formatted(inside),
        names,
        query -> {
          query.bind("org_id", scope.organizationId()).bind("limit", limit);
          if (scope.podId() != null) {
            query.bind("pod_id", scope.podId());
          }
          if (scope.inboxId() != null) {
            query.bind("inbox_id", scope.inboxId());
          }
          return query
              .map(
                  (row, context) -> {
                    Entry entry =
                        new Entry(
                            row.getString("inbox_id"),
                            row.getString("message_id"),
                            row.getString("thread_id"),
                            Times.read(row, "created_at"));
                    return naming
                        .computeIfAbsent(row.getString("name"), none -> new ArrayList<>())
                        .add(entry);
                  })
              .list();
        });
    return naming;
  }
}
