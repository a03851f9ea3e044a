package dev.agentmailbox.server.doctor;

import java.util.Locale;

/**
 * What was found about one record.
 *
 * @param what which record, of what
 * @param words what is there, or what to do
 */
public record Finding(Level level, String what, String words) {
  /** How it stands. */
  public enum Level {
    OK,
    /** Nice to have; nothing is wrong without. */
    OPTIONAL,
    MISSING,
    WRONG,
    /** The name servers gave no answer. */
    UNKNOWN;

    /** Whether nothing has to be done. */
    public boolean isFine() {
      return this == OK || this == OPTIONAL;
    }
  }

  /** One line for the operator. */
  public String line() {
    return String.format(
        Locale.ROOT, "%-9s %-40s %s", level.name().toLowerCase(Locale.ROOT), what, words);
  }
}
