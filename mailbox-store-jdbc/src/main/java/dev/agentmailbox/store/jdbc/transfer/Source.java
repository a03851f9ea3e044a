package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import java.util.List;

/** A read-only snapshot of a whole store. */
public interface Source extends TransferStore {
  /** A fingerprint: sources with the same mark have the same rows; empty when unsupported. */
  String mark();

  /** Damage found on opening. */
  List<Damage> damage();
}
