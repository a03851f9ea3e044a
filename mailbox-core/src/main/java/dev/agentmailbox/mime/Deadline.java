package dev.agentmailbox.mime;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Time budget of one message, checked between steps; nothing is interrupted. */
public final class Deadline {
  private final LongSupplier nanoTime;
  private final long end;

  public Deadline(LongSupplier nanoTime, Duration budget) {
    this.nanoTime = nanoTime;
    this.end = nanoTime.getAsLong() + budget.toNanos();
  }

  public boolean isOver() {
    return nanoTime.getAsLong() - end > 0;
  }

  /** Throws {@link Over} when the budget is exhausted. */
  public void check() {
    if (isOver()) {
      throw new Over();
    }
  }

  /** The budget is exhausted; caught by the reader, which keeps the partial result. */
  public static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Over() {
      super("time budget used up", null, false, false);
    }
  }
}
