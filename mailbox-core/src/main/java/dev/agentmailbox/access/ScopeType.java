package dev.agentmailbox.access;

import java.util.Locale;

/** How much of an organization a caller sees. */
public enum ScopeType {
  ORGANIZATION,
  POD,
  INBOX;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
