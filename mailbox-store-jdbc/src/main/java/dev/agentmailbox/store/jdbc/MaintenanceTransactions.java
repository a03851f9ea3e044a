package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.store.jdbc.transaction.JdbcTransaction;
import java.util.function.Function;

/** Transactions of the store's maintenance tasks. */
interface MaintenanceTransactions {
  /** As {@link JdbcStore#look}. */
  <T> T read(Function<JdbcTransaction, T> work);

  /** As {@link JdbcStore#write}. */
  <T> T write(Function<JdbcTransaction, T> work);
}
