package dev.agentmailbox.service.policy;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.EntryNames;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.ListStore.Matches;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lookup of addresses in the lists of the three levels. Block entries of all levels apply. Of the
 * allow lists the narrowest non-empty one applies; if a key created the matching entry, the next
 * wider list must match as well, so that a key can only narrow what humans allow.
 */
public final class AddressLists {
  private final Matches matches;

  private AddressLists(Matches matches) {
    this.matches = matches;
  }

  /**
   * Looks up addresses or entries in the lists of an inbox, its pod and its organization.
   *
   * @param inbox or a wider level; then that level and those above it
   */
  public static AddressLists load(
      StoreTransaction tx,
      Scope inbox,
      ListEntry.Direction direction,
      Collection<String> addresses) {
    Set<String> entries = new LinkedHashSet<>();
    addresses.forEach(address -> entries.addAll(EntryNames.covering(address)));
    return new AddressLists(tx.lists().match(inbox, direction, entries));
  }

  /** Whether a block list has the address, suppressions excluded. */
  public boolean blocks(String address) {
    return names(address, ListEntry.Type.BLOCK, false);
  }

  /** Whether the address is suppressed after a permanent bounce or a complaint. */
  public boolean suppresses(String address) {
    return names(address, ListEntry.Type.BLOCK, true);
  }

  /** Whether any level has an allow list. */
  public boolean hasAllowList() {
    return !matches.allowLevels().isEmpty();
  }

  /** Whether there is an allow list that does not match the address. */
  public boolean leavesOut(String address) {
    for (Scope level : matches.allowLevels()) {
      List<ListEntry> admitting = admitting(level, address);
      if (admitting.isEmpty()) {
        return true;
      }
      if (!admitting.stream().allMatch(ListEntry::byKey)) {
        return false;
      }
    }
    return false;
  }

  private List<ListEntry> admitting(Scope level, String address) {
    List<String> entries = EntryNames.covering(address);
    return matches.found().stream()
        .filter(
            found ->
                found.type() == ListEntry.Type.ALLOW
                    && found.scope().equals(level)
                    && entries.contains(found.entry()))
        .toList();
  }

  /** Whether the applicable allow list matches the address. */
  public boolean allows(String address) {
    return !matches.allowLevels().isEmpty() && !leavesOut(address);
  }

  private boolean names(String address, ListEntry.Type type, boolean suppression) {
    List<String> entries = EntryNames.covering(address);
    return matches.found().stream()
        .anyMatch(
            found ->
                found.type() == type
                    && found.suppression() == suppression
                    && entries.contains(found.entry()));
  }
}
