package dev.agentmailbox.sending;

import java.util.Locale;

/** Why an accepted send is deferred. */
public enum WaitReason {
  ORG_SUSPENDED,
  THREAD_LOCKED,
  INBOX_PAUSED,
  DAILY_LIMIT,
  SENDING_PAUSED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
