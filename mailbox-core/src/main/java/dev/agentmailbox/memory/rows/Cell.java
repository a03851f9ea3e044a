package dev.agentmailbox.memory.rows;

/** Holds the present version of one row, so that keys and lists need not change when it does. */
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
