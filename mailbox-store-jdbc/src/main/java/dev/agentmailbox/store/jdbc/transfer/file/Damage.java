package dev.agentmailbox.store.jdbc.transfer.file;

import java.util.Objects;

/**
 * Something that could not be read or does not fit. Quotes nothing that is stored but ids.
 *
 * @param place a table, a content key, the journal
 * @param what in words
 */
public record Damage(String place, String what) {
  /** Refuses what lacks a part: it may come from a file. */
  public Damage {
    Objects.requireNonNull(place);
    Objects.requireNonNull(what);
  }

  @Override
  public String toString() {
    return place + ": " + what;
  }
}
