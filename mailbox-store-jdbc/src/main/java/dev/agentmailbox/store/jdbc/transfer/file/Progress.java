package dev.agentmailbox.store.jdbc.transfer.file;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/** Reports the progress of a long job at intervals. Used by one thread. */
public final class Progress {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final Consumer<String> out;
  private final Clock clock;
  private final boolean steps;
  private long nextMillis;

  /**
   * Creates a progress that prints lines.
   *
   * @param steps false when nobody watches: {@link #step} prints nothing
   */
  public Progress(Consumer<String> out, Clock clock, boolean steps) {
    this.steps = steps;
    this.out = out;
    this.clock = clock;
    this.nextMillis = clock.millis() + PERIOD.toMillis();
  }

  /** Reports unconditionally. */
  public void say(String line) {
    out.accept(line);
  }

  /**
   * Reports unless the last report is recent.
   *
   * @return whether it was reported
   */
  public boolean step(String what, long done) {
    long now = clock.millis();
    if (now < nextMillis) {
      return false;
    }
    nextMillis = now + PERIOD.toMillis();
    if (steps) {
      out.accept(what + ": " + done);
    }
    return steps;
  }
}
