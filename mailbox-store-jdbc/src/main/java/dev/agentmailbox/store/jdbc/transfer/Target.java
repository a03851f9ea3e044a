package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.port.ContentStore;

/** An exclusively used store of the present schema, as the target of an import. */
public interface Target extends TransferStore {
  /** Receives raw messages. */
  ContentStore contentStore();

  /** Whether an organization can be added to others, in one transaction, while servers run. */
  boolean isShared();

  /** Makes commits durable. */
  void checkpoint();
}
