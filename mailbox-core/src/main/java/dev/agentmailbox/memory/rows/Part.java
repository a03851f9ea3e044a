package dev.agentmailbox.memory.rows;

import org.jspecify.annotations.Nullable;

/** Something that follows the rows of a table: a key, a list or a count. */
interface Part<T> {
  /**
   * Follows one change.
   *
   * @param before null when the row is new
   * @param after null when the row goes
   */
  void follow(Cell<T> cell, @Nullable T before, @Nullable T after);
}
