package dev.agentmailbox.port;

import dev.agentmailbox.id.IdFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** What every operation and flow works with. Immutable; its parts are thread safe. */
public record MailboxContext(
    MailboxStore store, IdFactory ids, Clock clock, MailboxSettings settings) {
  /** The present, cut to milliseconds: what is stored is what is compared later. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The UTC day quotas and counts belong to. */
  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
