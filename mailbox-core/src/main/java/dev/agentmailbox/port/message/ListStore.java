package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.PageRequest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Allow and block lists of every level, suppressions among them. */
public interface ListStore {
  /** Returns false when the level already has the entry. */
  boolean insert(ListEntry entry);

  /** The entry of exactly this level. */
  Optional<ListEntry> find(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry);

  /** Entries of exactly this level, by (createdAt, entry); one item more. */
  List<ListEntry> list(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, PageRequest page);

  /** Returns false when there was none. */
  boolean delete(Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry);

  /**
   * What the three levels of an inbox say of some entries.
   *
   * @param inbox its levels are the inbox, its pod and its organization
   * @param entries addresses, domains and dotted parent domains to look for
   */
  Matches match(Scope inbox, ListEntry.Direction direction, Collection<String> entries);

  /**
   * Facts of a direction for an inbox.
   *
   * @param found block entries of every level and allow entries of every level that were looked for
   * @param allowLevels the levels with at least one allow entry, narrowest first
   */
  record Matches(List<ListEntry> found, List<Scope> allowLevels) {
    public Matches {
      found = List.copyOf(found);
      allowLevels = List.copyOf(allowLevels);
    }
  }
}
