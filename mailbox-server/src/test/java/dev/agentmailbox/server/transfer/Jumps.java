package dev.agentmailbox.server.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A time in which every step is worth telling, and a job that dies when it tells one too many. */
final class Jumps extends Clock {
  private long millis;

  private Jumps() {}

  /** Dies at the given step. */
  static Progress dyingAt(int step) {
    int[] told = {0};
    return new Progress(
        line -> {
          told[0]++;
          if (told[0] == step) {
            throw new Died();
          }
        },
        new Jumps(),
        true);
  }

  /** What a kill is to a process. */
  static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Instant instant() {
    millis += 60_000;
    return Instant.ofEpochMilli(millis);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
