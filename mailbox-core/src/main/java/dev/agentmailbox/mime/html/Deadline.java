package dev.agentmailbox.mime.html;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time one message may take. Looked at between steps: nothing is interrupted. */
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

  /** Ends the reading of this message when its time is used up. */
  public void check() {
    if (isOver()) {
      throw new Over();
    }
  }

  /** The time is used up; caught by the reader, which keeps what it has. */
  public static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Over() {
      super("time budget used up", null, false, false);
    }
  }
}
