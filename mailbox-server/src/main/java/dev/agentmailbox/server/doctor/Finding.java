package dev.agentmailbox.server.doctor;

import java.util.Locale;

/**
 * The result of one check.
 *
 * @param what which record, of what
 * @param words the value found, or what to do
 */
public record Finding(Level level, String what, String words) {
  /** The verdict. */
  public enum Level {
    OK,
    /** Recommended, but not required. */
    OPTIONAL,
    MISSING,
    WRONG,
    /** The name servers did not respond. */
    UNKNOWN;

    /** Whether no action is needed. */
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
