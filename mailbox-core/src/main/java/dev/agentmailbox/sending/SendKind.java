package dev.agentmailbox.sending;

import java.util.Locale;

/** Which operation a send came from. */
public enum SendKind {
  SEND,
  REPLY,
  REPLY_ALL,
  FORWARD,
  DRAFT;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
