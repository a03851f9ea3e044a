package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.PageRequest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Allow and block lists of all levels, including suppressions. */
public interface ListStore {
  /** Returns false when the level already has the entry. */
  boolean insert(ListEntry entry);

  /** Finds an entry of exactly this level. */
  Optional<ListEntry> find(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry);

  /** Entries of exactly this level, by (createdAt, entry). */
  List<ListEntry> list(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, PageRequest page);

  /** Returns false when there is no such entry. */
  boolean delete(Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry);

  /**
   * Looks entries up at the three levels of an inbox: inbox, pod and organization.
   *
   * @param entries addresses, domains and dotted parent domains to look up
   */
  Matches match(Scope inbox, ListEntry.Direction direction, Collection<String> entries);

  /**
   * Result of a lookup.
   *
   * @param found matching block and allow entries of all levels
   * @param allowLevels levels with at least one allow entry of this direction, matching or not,
   *     narrowest first
   */
  record Matches(List<ListEntry> found, List<Scope> allowLevels) {
    public Matches {
      found = List.copyOf(found);
      allowLevels = List.copyOf(allowLevels);
    }
  }
}
