package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.port.ContentStore;

/** An exclusively used store of the present schema, as the target of an import. */
public interface Target extends TransferStore {
  /** Receives raw messages. */
  ContentStore contentStore();

  /** Makes commits durable. */
  void checkpoint();
}
