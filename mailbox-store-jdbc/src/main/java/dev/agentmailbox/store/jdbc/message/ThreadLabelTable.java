package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.util.HashSet;
import java.util.Set;

/** Thread labels, denormalized for the indexes by label. */
final class ThreadLabelTable {
  private static final String INSERT =
      """
      INSERT INTO thread_label (org_id, inbox_id, pod_id, label, hidden, last_at, thread_id)
      VALUES (:org_id, :inbox_id, :pod_id, :label, :hidden, :last_at, :thread_id)""";
  private static final String BY_KEY =
      " WHERE org_id = :org_id AND inbox_id = :inbox_id AND label = :label AND hidden = :hidden"
          + " AND last_at = :last_at AND thread_id = :thread_id";
  private static final String DELETE = "DELETE FROM thread_label" + BY_KEY;
  private static final String MOVE =
      "UPDATE thread_label SET hidden = :new_hidden, last_at = :new_last_at" + BY_KEY;

  private final Statements statements;

  ThreadLabelTable(Statements statements) {
    this.statements = statements;
  }

  void insert(MailThread thread) {
    insert(thread, thread.labels());
  }

  void delete(MailThread thread) {
    delete(thread, thread.labels());
  }

  /** Updates the index rows of a thread to its new state. */
  void replace(MailThread before, MailThread after) {
    delete(before, without(before.labels(), after.labels()));
    if (before.hiddenBits() != after.hiddenBits() || !before.lastAt().equals(after.lastAt())) {
      move(before, after);
    }
    insert(after, without(after.labels(), before.labels()));
  }

  private void move(MailThread before, MailThread after) {
    DirectUpdate batch = statements.direct(MOVE);
    for (String label : before.labels()) {
      if (after.labels().contains(label)) {
        bindKey(batch, before, label)
            .bind("new_hidden", after.hiddenBits())
            .bind("new_last_at", Times.of(after.lastAt()))
            .add();
      }
    }
    statements.writeAll(batch);
  }

  private void insert(MailThread thread, Set<String> labels) {
    DirectUpdate batch = statements.direct(INSERT);
    labels.forEach(label -> bindKey(batch, thread, label).bind("pod_id", thread.podId()).add());
    statements.writeAll(batch);
  }

  private void delete(MailThread thread, Set<String> labels) {
    DirectUpdate batch = statements.direct(DELETE);
    labels.forEach(label -> bindKey(batch, thread, label).add());
    statements.writeAll(batch);
  }

  private static DirectUpdate bindKey(DirectUpdate update, MailThread thread, String label) {
    return update
        .bind("org_id", thread.scope().organizationId())
        .bind("inbox_id", thread.inboxId())
        .bind("label", label)
        .bind("hidden", thread.hiddenBits())
        .bind("last_at", Times.of(thread.lastAt()))
        .bind("thread_id", thread.id());
  }

  private static Set<String> without(Set<String> labels, Set<String> others) {
    Set<String> rest = new HashSet<>(labels);
    rest.removeAll(others);
    return rest;
  }
}
