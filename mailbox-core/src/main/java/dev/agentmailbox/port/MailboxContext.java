package dev.agentmailbox.port;

import dev.agentmailbox.id.IdFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** What every operation depends on. Immutable; its components are thread safe. */
public record MailboxContext(
    MailboxStore store, IdFactory ids, Clock clock, MailboxSettings settings) {
  /** The current time truncated to milliseconds, the precision of stored times. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The current UTC day, to which quotas and counters are attributed. */
  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
