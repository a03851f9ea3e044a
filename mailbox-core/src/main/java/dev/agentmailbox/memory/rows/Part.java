package dev.agentmailbox.memory.rows;

import org.jspecify.annotations.Nullable;

/** An index maintained with a table: a key, a list or a count. */
interface Part<T> {
  /**
   * Applies one change.
   *
   * @param before null for an insert
   * @param after null for a delete
   */
  void follow(Cell<T> cell, @Nullable T before, @Nullable T after);
}
