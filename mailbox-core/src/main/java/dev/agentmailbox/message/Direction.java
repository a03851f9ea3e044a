package dev.agentmailbox.message;

import java.util.Locale;

/** Inbound or outbound. */
public enum Direction {
  INBOUND,
  OUTBOUND;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
