package dev.agentmailbox.access;

import java.util.Locale;

/** The level of a scope. */
public enum ScopeType {
  ORGANIZATION,
  POD,
  INBOX;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
