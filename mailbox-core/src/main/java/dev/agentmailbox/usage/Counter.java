package dev.agentmailbox.usage;

import java.util.Locale;

/** The daily counters. */
public enum Counter {
  RECEIVED,
  SENT_MESSAGES,
  SENT_RECIPIENTS,
  /** Recipients that bounced, permanently or after the last retry. */
  BOUNCED,
  /** Permanent bounces that count towards the breaker: one per registrable domain and day. */
  BOUNCED_PERMANENTLY,
  COMPLAINED,
  /** Complaints that count towards the breaker: those of configured feedback loops. */
  COMPLAINED_AUTHENTICATED,
  /** Bytes of messages and draft attachments stored. */
  STORAGE_BYTES,
  /** Bytes of messages and draft attachments deleted. */
  REMOVED_BYTES,
  API_CALLS;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
