package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.ListStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Allow and block lists. */
public final class MemoryLists implements ListStore {
  private record Key(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    static Key of(ListEntry entry) {
      return new Key(entry.scope(), entry.direction(), entry.type(), entry.entry());
    }
  }

  private final Rows<Key, ListEntry> rows;
  private final RowList<ListEntry> lists;

  public MemoryLists(UndoLog undo) {
    rows = new Rows<>(undo, Key::of);
    lists =
        rows.list(
            entry -> Partition.of(entry.scope(), entry.direction(), entry.type()),
            ListEntry::createdAt,
            ListEntry::entry);
  }

  @Override
  public boolean insert(ListEntry entry) {
    return rows.insert(entry);
  }

  @Override
  public Optional<ListEntry> find(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    return rows.find(new Key(level, direction, type, entry));
  }

  @Override
  public List<ListEntry> list(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, PageRequest page) {
    return lists.page(Partition.of(level, direction, type), page);
  }

  @Override
  public boolean delete(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    return rows.remove(new Key(level, direction, type, entry));
  }

  @Override
  public Matches match(Scope inbox, ListEntry.Direction direction, Collection<String> entries) {
    Set<String> distinct = new HashSet<>(entries);
    List<ListEntry> found = new ArrayList<>();
    List<Scope> allowLevels = new ArrayList<>();
    for (Scope level : Partition.scopes(inbox)) {
      for (ListEntry.Type type : ListEntry.Type.values()) {
        distinct.forEach(entry -> find(level, direction, type, entry).ifPresent(found::add));
      }
      if (lists.has(Partition.of(level, direction, ListEntry.Type.ALLOW))) {
        allowLevels.add(level);
      }
    }
    return new Matches(found, allowLevels);
  }
}
