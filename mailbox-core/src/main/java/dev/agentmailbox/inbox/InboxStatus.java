package dev.agentmailbox.inbox;

import java.util.Locale;

/** Whether an inbox receives and sends mail. */
public enum InboxStatus {
  ACTIVE,
  PAUSED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
