package dev.agentmailbox.store.jdbc.transfer.file;

import java.util.Objects;

/**
 * Unreadable or inconsistent data. Quotes nothing but ids.
 *
 * @param place a table, a content key, the journal
 * @param what description
 */
public record Damage(String place, String what) {
  /** Refuses missing parts: it may come from a file. */
  public Damage {
    Objects.requireNonNull(place);
    Objects.requireNonNull(what);
  }

  @Override
  public String toString() {
    return place + ": " + what;
  }
}
