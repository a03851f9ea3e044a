package dev.agentmailbox.port.table;

import org.jspecify.annotations.Nullable;

/** A row as it is stored. */
public interface StoredRow {
  /**
   * The value of a column.
   *
   * @param type as declared, see {@link Field#type}
   */
  <V> @Nullable V get(String column, Class<V> type);
}
