package dev.agentmailbox.memory;

import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreContracts;

/** The in-memory store keeps every promise of the ports. */
class InMemoryStoreContractTest extends StoreContracts {
  private final MailboxStore store = new InMemoryStore();

  @Override
  protected MailboxStore store() {
    return store;
  }
}
