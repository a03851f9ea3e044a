package dev.agentmailbox.port;

import dev.agentmailbox.id.IdFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;

/** What every operation depends on. Immutable; its components are thread safe. */
public record MailboxContext(
    MailboxStore store, IdFactory ids, Clock clock, MailboxSettings settings) {
  /** Reads from the store, see {@link MailboxStore#read}. */
  public <T> T read(Function<StoreTransaction, T> work) {
    return store.read(work);
  }

  /** Reads from the store, see {@link MailboxStore#look}. */
  public <T> T look(Function<StoreTransaction, T> work) {
    return store.look(work);
  }

  /** Writes to the store, see {@link MailboxStore#write}. */
  public <T> T write(Function<StoreTransaction, T> work) {
    return store.write(work);
  }

  /** The current time truncated to milliseconds, the precision of stored times. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The current UTC day, to which quotas and counters are attributed. */
  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
