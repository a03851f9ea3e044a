package dev.agentmailbox.sending;

import java.util.Locale;

/**
 * What somebody reported of a send without showing that they may speak for the recipient. It
 * changes nothing else; the report itself is kept as mail.
 */
public enum SendNote {
  /** Mail came that calls a recipient undeliverable. */
  UNPROVEN_BOUNCE,
  /** Mail came that says that a recipient complained. */
  UNPROVEN_COMPLAINT;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
