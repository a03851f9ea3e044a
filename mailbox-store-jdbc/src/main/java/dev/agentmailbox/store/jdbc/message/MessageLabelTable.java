package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.message.Message;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.util.Collection;
import java.util.List;

/** Message labels, denormalized for the index by label. */
final class MessageLabelTable {
  private static final String INSERT =
      """
      INSERT INTO message_label (org_id, inbox_id, label, hidden, created_at, message_id)
      VALUES (:org_id, :inbox_id, :label, :hidden, :created_at, :message_id)""";
  private static final String DELETE =
      """
      DELETE FROM message_label WHERE org_id = :org_id AND inbox_id = :inbox_id AND label = :label
        AND hidden = :hidden AND created_at = :created_at AND message_id = :message_id""";

  private final Statements statements;

  MessageLabelTable(Statements statements) {
    this.statements = statements;
  }

  void insert(Message message, Collection<String> labels) {
    DirectUpdate batch = statements.direct(INSERT);
    add(batch, message, labels);
    statements.writeAll(batch);
  }

  void delete(Message message, Collection<String> labels) {
    DirectUpdate batch = statements.direct(DELETE);
    add(batch, message, labels);
    statements.writeAll(batch);
  }

  void deleteAll(List<Message> messages) {
    DirectUpdate batch = statements.direct(DELETE);
    messages.forEach(message -> add(batch, message, message.labels()));
    statements.writeAll(batch);
  }

  private static void add(DirectUpdate batch, Message message, Collection<String> labels) {
    for (String label : labels) {
      batch
          .bind("org_id", message.scope().organizationId())
          .bind("inbox_id", message.inboxId())
          .bind("label", label)
          .bind("hidden", message.hiddenBits())
          .bind("created_at", Times.of(message.createdAt()))
          .bind("message_id", message.id())
          .add();
    }
  }
}
