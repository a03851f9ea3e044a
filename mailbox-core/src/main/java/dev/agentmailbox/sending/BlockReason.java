package dev.agentmailbox.sending;

import java.util.Locale;

/** Why the content check refuses a message. */
public enum BlockReason {
  PLACEHOLDER,
  LOOP_AUTO_REPLY,
  EXPECTED_RECIPIENTS_MISMATCH,
  RECIPIENT_BLOCKED,
  RECIPIENT_NOT_ALLOWED,
  RECIPIENT_SUPPRESSED,
  BCC_NOT_ALLOWED,
  EMPTY_MESSAGE,
  SECRET_DETECTED,
  REPLY_BUDGET;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
