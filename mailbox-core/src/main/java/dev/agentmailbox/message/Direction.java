package dev.agentmailbox.message;

import java.util.Locale;

/** Whether a message came in or went out. */
public enum Direction {
  INBOUND,
  OUTBOUND;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
