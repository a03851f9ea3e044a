package dev.agentmailbox.store.jdbc.search;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.UnionQuery;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Words of messages: one text per message, and of names a row each. {@link SearchScan} decides
 * which messages a search reads.
 */
public final class SearchTable implements SearchStore {
  private static final String INSERT =
      """
      INSERT INTO search_document (org_id, inbox_id, created_at, message_id, pod_id, thread_id,
        words)
      VALUES (:org_id, :inbox_id, :created_at, :message_id, :pod_id, :thread_id, :words)\
      """;
  private static final String DELETE =
      """
      DELETE FROM search_document
      WHERE org_id = :org_id AND inbox_id = :inbox_id AND message_id = :message_id\
      """;

  private final Statements statements;
  private final MentionTable mentions;
  private final SearchMarks marks;

  /**
   * Creates the table of a transaction.
   *
   * @param marks collects the blocks to mark before the commit
   */
  public SearchTable(Statements statements, SearchMarks marks) {
    this.statements = statements;
    this.mentions = new MentionTable(statements);
    this.marks = marks;
  }

  @Override
  public void index(Scope inbox, Entry entry, Set<String> words) {
    long createdAt = Times.of(entry.createdAt());
    statements.write(
        statements
            .direct(INSERT)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("created_at", createdAt)
            .bind("message_id", entry.messageId())
            .bind("pod_id", inbox.podId())
            .bind("thread_id", entry.threadId())
            .bind("words", sorted(words)));
    mentions.insert(inbox, createdAt, entry, words);
    marks.add(inbox.organizationId(), createdAt);
  }

  @Override
  public Map<String, List<Entry>> naming(Scope scope, Collection<String> names, int limit) {
    return mentions.find(scope, names, limit);
  }

  /** The words in order, separated by single blanks, one of them in front. */
  private static String sorted(Set<String> words) {
    String[] sorted = words.toArray(new String[0]);
    Arrays.sort(sorted);
    return ' ' + String.join(" ", sorted);
  }

  @Override
  public void remove(Scope inbox, Collection<String> messageIds) {
    List<MentionTable.Removed> removed =
        UnionQuery.find(
            statements,
            "SELECT message_id, created_at, words FROM search_document",
            "org_id, inbox_id",
            "message_id",
            messageIds,
            query ->
                query
                    .bind("org_id", inbox.organizationId())
                    .bind("inbox_id", inbox.inboxId())
                    .map(
                        (row, context) ->
                            new MentionTable.Removed(
                                row.getString("message_id"),
                                row.getLong("created_at"),
                                row.getString("words")))
                    .list());
    removed.forEach(message -> marks.add(inbox.organizationId(), message.createdAt()));
    mentions.remove(inbox, removed);
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
  public Page<Entry> find(Scope scope, Query query, PageRequest page) {
    return new SearchScan(statements, scope, query, page).run();
  }
}
