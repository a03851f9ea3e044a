package dev.agentmailbox.sending;

import java.util.Locale;

/** Why a send that was accepted is not handed over yet. */
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
