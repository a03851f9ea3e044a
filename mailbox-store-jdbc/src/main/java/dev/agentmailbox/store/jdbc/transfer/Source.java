package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import java.util.List;

/** A whole store as it was at one moment; nothing of it is changed by reading. */
public interface Source extends TransferStore {
  /** Two sources with the same mark have the same rows; empty when that cannot be told. */
  String mark();

  /** What could not be read already when it was opened. */
  List<Damage> damage();
}
