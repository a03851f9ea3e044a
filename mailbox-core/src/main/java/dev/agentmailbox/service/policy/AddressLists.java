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
 * What the lists of the three levels say of some addresses. Block entries of all levels count. Of
 * allow lists the narrowest that is not empty; where a key made the entry that admits, the next
 * wider one must admit as well, so that a key only narrows what humans let in.
 */
public final class AddressLists {
  private final Matches matches;

  private AddressLists(Matches matches) {
    this.matches = matches;
  }

  /**
   * Asks the lists of an inbox, its pod and its organization about these addresses, or entries, at
   * once.
   *
   * @param inbox or a wider level; then it and those above it are asked
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

  /** Named on a block list by a human's or agent's entry. */
  public boolean blocks(String address) {
    return names(address, ListEntry.Type.BLOCK, false);
  }

  /** Bounced for good or complained earlier. */
  public boolean suppresses(String address) {
    return names(address, ListEntry.Type.BLOCK, true);
  }

  /** Whether there is an allow list on any level. */
  public boolean hasAllowList() {
    return !matches.allowLevels().isEmpty();
  }

  /** Whether there is an allow list that does not name it. */
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

  /** Whether an allow list that counts names it. */
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
