package dev.agentmailbox.sending;

import java.util.Locale;

/** How a recipient is addressed. */
public enum RecipientRole {
  TO,
  CC,
  BCC;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
