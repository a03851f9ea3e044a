package dev.agentmailbox.usage;

import java.util.Locale;

/** What is counted each day. */
public enum Counter {
  RECEIVED,
  SENT_MESSAGES,
  SENT_RECIPIENTS,
  BOUNCED,
  COMPLAINED,
  /** Net change of the bytes stored; may be negative. */
  STORAGE_BYTES,
  API_CALLS;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
