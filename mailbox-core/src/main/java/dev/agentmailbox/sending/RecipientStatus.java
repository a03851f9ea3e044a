package dev.agentmailbox.sending;

import java.util.Locale;

/** Where one recipient of a send stands. */
public enum RecipientStatus {
  PENDING,
  SENT,
  DELIVERED,
  BOUNCED,
  COMPLAINED,
  REJECTED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
