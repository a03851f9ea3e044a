package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.port.ContentStore;

/** A store of the present schema that an import writes to and nobody else uses. */
public interface Target extends TransferStore {
  /** Where raw messages go. */
  ContentStore contentStore();

  /** Makes durable what was committed. */
  void checkpoint();
}
