package dev.agentmailbox.sending;

import java.util.Locale;

/** The header field that names a recipient. */
public enum RecipientRole {
  TO,
  CC,
  BCC;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
