package dev.agentmailbox.usage;

import java.util.Locale;

/** The daily counters. */
public enum Counter {
  RECEIVED,
  SENT_MESSAGES,
  SENT_RECIPIENTS,
  /** Recipients that bounced, permanently or after the last retry. */
  BOUNCED,
  /** Those of {@link #BOUNCED} that were refused permanently; input to the bounce breaker. */
  BOUNCED_PERMANENTLY,
  COMPLAINED,
  /** Complaints that count towards the breaker: one per authenticated reporting domain and day. */
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
