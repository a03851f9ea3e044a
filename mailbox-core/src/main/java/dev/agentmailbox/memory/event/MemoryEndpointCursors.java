package dev.agentmailbox.memory.event;

import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.event.EndpointCursorStore;
import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How far the work for each endpoint has come. */
public final class MemoryEndpointCursors implements EndpointCursorStore {
  private record Key(String organizationId, String webhookId) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::organizationId).thenComparing(Key::webhookId);

    static Key of(EndpointCursor run) {
      return new Key(run.organizationId(), run.webhookId());
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  private static final List<String> DUE = List.of("due");

  private final UndoLog journal;
  private final NavigableMap<Key, EndpointCursor> rows = new TreeMap<>();
  private final Index due;

  public MemoryEndpointCursors(UndoLog journal) {
    this.journal = journal;
    this.due = new Index(journal);
  }

  @Override
  public void put(EndpointCursor run) {
    delete(run.organizationId(), run.webhookId());
    journal.put(rows, Key.of(run), run);
    if (run.dueAt() != null) {
      due.add(DUE, run.dueAt(), dueId(run));
    }
  }

  @Override
  public Optional<EndpointCursor> find(String organizationId, String webhookId) {
    return Optional.ofNullable(rows.get(new Key(organizationId, webhookId)));
  }

  @Override
  public Optional<EndpointCursor> lock(String organizationId, String webhookId) {
    return find(organizationId, webhookId);
  }

  @Override
  public List<EndpointCursor> due(Instant now, int limit) {
    return due.due(DUE.get(0), now, limit).stream()
        .map(id -> id.split(" ", 2))
        .map(id -> Objects.requireNonNull(rows.get(new Key(id[1], id[0]))))
        .toList();
  }

  @Override
  public List<EndpointCursor> enabledAfter(@Nullable EndpointCursor after, int limit) {
    NavigableMap<Key, EndpointCursor> rest =
        after == null ? rows : rows.tailMap(Key.of(after), false);
    return rest.values().stream().filter(EndpointCursor::enabled).limit(limit).toList();
  }

  @Override
  public List<EndpointCursor> enabledOf(String organizationId) {
    return rows.tailMap(new Key(organizationId, ""), false).values().stream()
        .takeWhile(run -> run.organizationId().equals(organizationId))
        .filter(EndpointCursor::enabled)
        .toList();
  }

  @Override
  public void delete(String organizationId, String webhookId) {
    EndpointCursor row = rows.get(new Key(organizationId, webhookId));
    if (row != null) {
      if (row.dueAt() != null) {
        due.remove(DUE, row.dueAt(), dueId(row));
      }
      journal.remove(rows, Key.of(row));
    }
  }

  private static String dueId(EndpointCursor run) {
    return run.webhookId() + ' ' + run.organizationId();
  }
}
