package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.GrantClientStore;
import java.time.Instant;
import java.util.Optional;

/** OAuth clients by id and by last use. */
public final class MemoryGrantClients implements GrantClientStore {
  private final Rows<String, GrantClient> rows;
  private final RowList<GrantClient> use;

  public MemoryGrantClients(UndoLog undo) {
    rows = new Rows<>(undo, GrantClient::id);
    use = rows.list(GrantClient::usedAt);
  }

  @Override
  public void insert(GrantClient client) {
    rows.add(client);
  }

  @Override
  public Optional<GrantClient> find(String clientId) {
    return rows.find(clientId);
  }

  @Override
  public void touch(String clientId, Instant usedAt) {
    rows.update(
        clientId,
        row ->
            new GrantClient(
                row.id(),
                row.name(),
                row.redirectUris(),
                row.secretHash(),
                row.createdAt(),
                usedAt));
  }

  @Override
  public int removeUnused(Instant usedAtMost, int limit) {
    return rows.removeAll(use.due(usedAtMost, limit));
  }
}
