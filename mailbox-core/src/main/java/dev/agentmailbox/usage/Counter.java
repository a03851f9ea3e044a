package dev.agentmailbox.usage;

import java.util.Locale;

/** What is counted each day. */
public enum Counter {
  RECEIVED,
  SENT_MESSAGES,
  SENT_RECIPIENTS,
  /** Recipients whose mail came back, for good or after the last try. */
  BOUNCED,
  /** Those of {@link #BOUNCED} that were refused for good: what the breaker judges by. */
  BOUNCED_PERMANENTLY,
  COMPLAINED,
  /** Net change of the bytes stored; may be negative. */
  STORAGE_BYTES,
  API_CALLS;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
