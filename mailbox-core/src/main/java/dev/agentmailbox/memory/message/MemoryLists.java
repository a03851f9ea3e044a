package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.ListStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Allow and block lists. */
public final class MemoryLists implements ListStore {
  private record Key(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {}

  private final UndoLog journal;
  private final Map<Key, ListEntry> rows = new HashMap<>();
  private final Index index;

  public MemoryLists(UndoLog journal) {
    this.journal = journal;
    this.index = new Index(journal);
  }

  @Override
  public boolean insert(ListEntry entry) {
    Key key = new Key(entry.scope(), entry.direction(), entry.type(), entry.entry());
    if (rows.containsKey(key)) {
      return false;
    }
    journal.put(rows, key, entry);
    index.add(partition(key), entry.createdAt(), entry.entry());
    return true;
  }

  @Override
  public Optional<ListEntry> find(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    return Optional.ofNullable(rows.get(new Key(level, direction, type, entry)));
  }

  @Override
  public List<ListEntry> list(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, PageRequest page) {
    return index.page(List.of(Partition.of(level, direction, type)), page).stream()
        .map(entry -> Objects.requireNonNull(rows.get(new Key(level, direction, type, entry))))
        .toList();
  }

  @Override
  public boolean delete(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    Key key = new Key(level, direction, type, entry);
    ListEntry row = rows.get(key);
    if (row == null) {
      return false;
    }
    index.remove(partition(key), row.createdAt(), entry);
    journal.remove(rows, key);
    return true;
  }

  @Override
  public Matches match(Scope inbox, ListEntry.Direction direction, Collection<String> entries) {
    Set<String> distinct = new HashSet<>(entries);
    List<ListEntry> found = new ArrayList<>();
    List<Scope> allowLevels = new ArrayList<>();
    for (Scope level : narrowestFirst(inbox)) {
      for (ListEntry.Type type : ListEntry.Type.values()) {
        distinct.forEach(entry -> find(level, direction, type, entry).ifPresent(found::add));
      }
      if (index.has(Partition.of(level, direction, ListEntry.Type.ALLOW))) {
        allowLevels.add(level);
      }
    }
    return new Matches(found, allowLevels);
  }

  private static List<Scope> narrowestFirst(Scope inbox) {
    List<Scope> levels = new ArrayList<>();
    levels.add(inbox);
    if (inbox.inboxId() != null) {
      inbox.pod().ifPresent(pod -> levels.add(Scope.pod(inbox.organizationId(), pod)));
    }
    if (inbox.podId() != null) {
      levels.add(Scope.organization(inbox.organizationId()));
    }
    return levels;
  }

  private static List<String> partition(Key key) {
    return List.of(Partition.of(key.level(), key.direction(), key.type()));
  }
}
