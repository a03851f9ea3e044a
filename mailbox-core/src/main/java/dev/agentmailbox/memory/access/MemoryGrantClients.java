package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.GrantClientStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Registered programs by id and by their last use. */
public final class MemoryGrantClients implements GrantClientStore {
  private static final List<String> USE = List.of("use");

  private final UndoLog journal;
  private final Map<String, GrantClient> rows = new HashMap<>();
  private final Index use;

  public MemoryGrantClients(UndoLog journal) {
    this.journal = journal;
    this.use = new Index(journal);
  }

  @Override
  public void insert(GrantClient client) {
    journal.put(rows, client.id(), client);
    use.add(USE, client.usedAt(), client.id());
  }

  @Override
  public Optional<GrantClient> find(String clientId) {
    return Optional.ofNullable(rows.get(clientId));
  }

  @Override
  public void touch(String clientId, Instant usedAt) {
    GrantClient row = rows.get(clientId);
    if (row != null) {
      use.remove(USE, row.usedAt(), clientId);
      use.add(USE, usedAt, clientId);
      journal.put(
          rows,
          clientId,
          new GrantClient(
              row.id(), row.name(), row.redirectUris(), row.secretHash(), row.createdAt(), usedAt));
    }
  }

  @Override
  public int removeUnused(Instant usedAtMost, int limit) {
    List<String> unused = use.due(USE.get(0), usedAtMost, limit);
    for (String id : unused) {
      use.remove(USE, Objects.requireNonNull(rows.get(id)).usedAt(), id);
      journal.remove(rows, id);
    }
    return unused.size();
  }
}
