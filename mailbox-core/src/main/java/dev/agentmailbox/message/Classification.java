package dev.agentmailbox.message;

import java.util.Locale;

/** What kind of mail it is, as told in {@code classification}. */
public enum Classification {
  NORMAL,
  AUTOMATIC,
  SPAM,
  BLOCKED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
