package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.port.message.ContactStore;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** Contacts by inbox, direction and address. */
public final class MemoryContacts implements ContactStore {
  private record Contact(Scope inbox, Direction direction, String address) {}

  private final Rows<Contact, Contact> rows;

  public MemoryContacts(UndoLog undo) {
    rows = new Rows<>(undo, contact -> contact);
  }

  @Override
  public Set<String> known(Scope inbox, Direction direction, Collection<String> addresses) {
    return addresses.stream()
        .filter(address -> rows.find(new Contact(inbox, direction, address)).isPresent())
        .collect(Collectors.toSet());
  }

  @Override
  public void note(Scope inbox, Direction direction, Collection<String> addresses, Instant now) {
    addresses.forEach(address -> rows.insert(new Contact(inbox, direction, address)));
  }

  @Override
  public void forget(Scope inbox, String address) {
    for (Direction direction : Direction.values()) {
      rows.remove(new Contact(inbox, direction, address));
    }
  }
}
