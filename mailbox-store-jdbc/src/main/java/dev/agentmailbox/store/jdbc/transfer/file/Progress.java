package dev.agentmailbox.store.jdbc.transfer.file;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/** Tells an operator how far a long job is, now and then. Used by one thread. */
public final class Progress {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final Consumer<String> out;
  private final Clock clock;
  private long nextMillis;

  /** Tells it line by line. */
  public Progress(Consumer<String> out, Clock clock) {
    this.out = out;
    this.clock = clock;
    this.nextMillis = clock.millis() + PERIOD.toMillis();
  }

  /** Something to be told in any case. */
  public void say(String line) {
    out.accept(line);
  }

  /**
   * Something that is told if nothing was told for a while.
   *
   * @return whether it was time
   */
  public boolean step(String what, long done) {
    long now = clock.millis();
    if (now < nextMillis) {
      return false;
    }
    nextMillis = now + PERIOD.toMillis();
    out.accept(what + ": " + done);
    return true;
  }
}
