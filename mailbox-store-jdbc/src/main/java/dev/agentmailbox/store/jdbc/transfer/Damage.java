package dev.agentmailbox.store.jdbc.transfer;

/**
 * Something that could not be read or does not fit. Quotes nothing that is stored but ids.
 *
 * @param place a table, a content key, the journal
 * @param what in words
 */
public record Damage(String place, String what) {
  @Override
  public String toString() {
    return place + ": " + what;
  }
}
