package dev.agentmailbox.memory.event;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.event.EndpointCursorStore;
import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Webhook endpoint cursors. */
public final class MemoryEndpointCursors implements EndpointCursorStore {
  private final Rows<String, EndpointCursor> rows;
  private final RowList<EndpointCursor> due;
  private final RowList<EndpointCursor> enabled;
  private final RowList<EndpointCursor> ofOrganization;

  public MemoryEndpointCursors(UndoLog undo) {
    rows = new Rows<>(undo, cursor -> key(cursor.organizationId(), cursor.webhookId()));
    due = rows.list(EndpointCursor::dueAt);
    // A constant time, so that rows sort by key.
    enabled = rows.list(cursor -> cursor.enabled() ? Instant.EPOCH : null);
    ofOrganization =
        rows.list(
            EndpointCursor::organizationId, cursor -> cursor.enabled() ? Instant.EPOCH : null);
  }

  @Override
  public void put(EndpointCursor cursor) {
    rows.put(cursor);
  }

  @Override
  public Optional<EndpointCursor> find(String organizationId, String webhookId) {
    return rows.find(key(organizationId, webhookId));
  }

  @Override
  public Optional<EndpointCursor> lock(String organizationId, String webhookId) {
    return find(organizationId, webhookId);
  }

  @Override
  public List<EndpointCursor> due(Instant now, int limit) {
    return due.due(now, limit);
  }

  @Override
  public List<EndpointCursor> enabledAfter(@Nullable EndpointCursor after, int limit) {
    return enabled.walk(after, Instant.EPOCH, limit);
  }

  @Override
  public List<EndpointCursor> enabledOf(String organizationId) {
    return ofOrganization.all(organizationId);
  }

  @Override
  public void delete(String organizationId, String webhookId) {
    rows.remove(key(organizationId, webhookId));
  }

  private static String key(String organizationId, String webhookId) {
    return organizationId + '\0' + webhookId;
  }
}
