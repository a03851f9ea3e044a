package dev.agentmailbox.memory.rows;

/** Holds the current version of a row, so that indexes need not change when the row does. */
final class Cell<T> {
  private T row;

  Cell(T row) {
    this.row = row;
  }

  T row() {
    return row;
  }

  /** Only for {@link UndoLog}. */
  void set(T changed) {
    row = changed;
  }
}
