package dev.agentmailbox.sending;

import java.util.Locale;

/** Delivery status of one recipient. */
public enum RecipientStatus {
  PENDING,
  SENT,
  DELIVERED,
  BOUNCED,
  COMPLAINED,
  REJECTED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
