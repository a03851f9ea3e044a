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
  /** Complaints that count for the breaker: one for each authenticated reporting domain and day. */
  COMPLAINED_AUTHENTICATED,
  /** Bytes of mail and of files of drafts that were stored. */
  STORAGE_BYTES,
  /** Bytes of mail and of files of drafts that were deleted. */
  REMOVED_BYTES,
  API_CALLS;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
