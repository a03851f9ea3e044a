package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.SearchStore;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

/** Words of messages: one text for each message, searched newest first. */
final class SearchTable implements SearchStore {
  private static final String INSERT =
      """
      INSERT INTO search_document (org_id, inbox_id, created_at, message_id, pod_id, thread_id,
        words)
      VALUES (:org_id, :inbox_id, :created_at, :message_id, :pod_id, :thread_id, :words)""";
  private static final String DELETE =
      """
      DELETE FROM search_document
      WHERE org_id = :org_id AND inbox_id = :inbox_id AND message_id = :message_id""";
  private static final String SELECT =
      "SELECT inbox_id, message_id, thread_id, created_at FROM search_document";

  private final Statements statements;

  SearchTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void index(Scope inbox, Entry entry, Set<String> words) {
    statements.run(
        statements
            .update(INSERT)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("created_at", Times.of(entry.createdAt()))
            .bind("message_id", entry.messageId())
            .bind("pod_id", inbox.podId())
            .bind("thread_id", entry.threadId())
            .bind("words", ' ' + String.join(" ", new TreeSet<>(words))));
  }

  @Override
  public void remove(Scope inbox, Collection<String> messageIds) {
    PreparedBatch batch = statements.batch(DELETE);
    for (String messageId : messageIds) {
      batch
          .bind("org_id", inbox.organizationId())
          .bind("inbox_id", inbox.inboxId())
          .bind("message_id", messageId)
          .add();
    }
    statements.run(batch);
  }

  @Override
  public List<Entry> find(Scope scope, List<String> prefixes, PageRequest page) {
    Query query = shape(prefixes.size()).query(statements, scope, page, Window.ALL);
    for (int i = 0; i < prefixes.size(); i++) {
      query.bind("prefix" + i, ' ' + cut(prefixes.get(i)));
    }
    return query
        .map(
            (row, context) ->
                new Entry(
                    row.getString("inbox_id"),
                    row.getString("message_id"),
                    row.getString("thread_id"),
                    Times.read(row, "created_at")))
        .list();
  }

  private static String cut(String word) {
    return word.length() <= MAX_WORD_CHARACTERS ? word : word.substring(0, MAX_WORD_CHARACTERS);
  }

  private static ScopedRange shape(int prefixes) {
    String filter =
        IntStream.range(0, prefixes)
            .mapToObj(i -> " AND POSITION(:prefix" + i + " IN words) > 0")
            .collect(Collectors.joining());
    return ScopedRange.of(SELECT, "", "created_at", "message_id", filter);
  }
}
