package dev.agentmailbox.sending;

import java.util.Locale;

/**
 * An unverified report about a send: its reporter was not shown to speak for the recipient. It has
 * no other effect; the report itself is kept as mail.
 */
public enum SendNote {
  /** An unverified bounce message. */
  UNPROVEN_BOUNCE,
  /** An unverified complaint. */
  UNPROVEN_COMPLAINT;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
