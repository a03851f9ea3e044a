package dev.agentmailbox.flow;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.EntryNames;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.ListStore.Matches;
import dev.agentmailbox.port.StoreTransaction;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the lists of the three levels say of some addresses. Block entries of all levels count; of
 * allow lists the narrowest that is not empty.
 */
public final class AddressLists {
  private final Matches matches;

  private AddressLists(Matches matches) {
    this.matches = matches;
  }

  /** Asks the lists of an inbox, its pod and its organization about these addresses at once. */
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
    if (matches.allowLevels().isEmpty()) {
      return false;
    }
    Scope narrowest = matches.allowLevels().get(0);
    List<String> entries = EntryNames.covering(address);
    return matches.found().stream()
        .noneMatch(
            found ->
                found.type() == ListEntry.Type.ALLOW
                    && found.scope().equals(narrowest)
                    && entries.contains(found.entry()));
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
