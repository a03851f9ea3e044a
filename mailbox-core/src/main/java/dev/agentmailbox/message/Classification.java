package dev.agentmailbox.message;

import java.util.Locale;

/** Kind of mail, the value of {@code classification}. */
public enum Classification {
  NORMAL,
  AUTOMATIC,
  SPAM,
  BLOCKED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
