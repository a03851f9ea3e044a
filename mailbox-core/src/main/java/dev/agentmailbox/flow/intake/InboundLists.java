package dev.agentmailbox.flow.intake;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.port.ListStore;
import dev.agentmailbox.port.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Asks the receive and reply lists about a sender. */
final class InboundLists {
  private InboundLists() {}

  /**
   * Whether the lists refuse the sender: a block entry of any level names it, or the narrowest
   * non-empty allow list does not.
   */
  static boolean refuse(
      StoreTransaction tx, Scope inbox, ListEntry.Direction direction, MailAddress sender) {
    List<String> names = names(sender);
    ListStore.Matches matches = tx.lists().match(inbox, direction, names);
    boolean blocked =
        matches.found().stream().anyMatch(entry -> entry.type() == ListEntry.Type.BLOCK);
    if (blocked || matches.allowLevels().isEmpty()) {
      return blocked;
    }
    Scope narrowest = matches.allowLevels().get(0);
    return matches.found().stream()
        .noneMatch(
            entry -> entry.type() == ListEntry.Type.ALLOW && entry.scope().equals(narrowest));
  }

  /** Every entry that would name the address: itself, its domain, dotted parent domains. */
  static List<String> names(MailAddress sender) {
    List<String> names = new ArrayList<>();
    names.add(sender.key());
    String domain = sender.domain().toLowerCase(Locale.ROOT);
    names.add(domain);
    for (int dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
      names.add(domain.substring(dot));
    }
    return names;
  }
}
